import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateWithin } from '../../server/src/database/migrate.ts'
import { openDatabase } from '../../server/src/database/open.ts'
import { bareDatabase } from '../engines/test-store.ts'

const [W, CUSTOMER, CHIEF, HELPER, PRODUCT] = [1, 2, 3, 4, 5].map((i) => `01970000-0000-7000-8000-00000000000${i}`)

test('who could order may order any sum, and who prepared may order nothing; what waits keeps its sum', async () => {
  const database = await bareDatabase()
  const store = await openDatabase(database.config)
  await store.db.transaction().execute(async (db) => {
    await migrateWithin(db, { after: 0, upTo: 51 })
    for (const statement of [
      sql`insert into workspace (id, name, currency, timezone, tax_label, plan, created_at, updated_at)
        values (${W}, 'Old', 'GBP', 'UTC', 'ex VAT', 'active', now(), now())`,
      sql`insert into customer (workspace_id, id, name, name_key, created_at, updated_at)
        values (${W}, ${CUSTOMER}, 'Quay', 'quay', now(), now())`,
      sql`insert into buyer (workspace_id, id, customer_id, name, email, email_key, status, invited_at, may_order)
        values (${W}, ${CHIEF}, ${CUSTOMER}, 'Chief', 'c@x.example', 'c@x.example', 'active', now(), true),
          (${W}, ${HELPER}, ${CUSTOMER}, 'Helper', 'h@x.example', 'h@x.example', 'active', now(), false)`,
      sql`insert into basket (workspace_id, buyer_id, token, asked_at, updated_at)
        values (${W}, ${CHIEF}, ${W}, null, now()), (${W}, ${HELPER}, ${CHIEF}, now(), now())`,
      sql`insert into basket_line
          (workspace_id, buyer_id, product_id, sku, name, qty, shown_unit, shown_label, position, emptied)
        values (${W}, ${HELPER}, ${PRODUCT}, 'A', 'A', 3, 250, '', 1, false),
          (${W}, ${HELPER}, ${W}, 'B', 'B', 9, 999, '', 2, true)`,
    ]) {
      await statement.execute(db)
    }
    await migrateWithin(db, { after: 51, upTo: 52 })
  })
  const { db } = store
  const buyers = await db
    .selectFrom('buyer')
    .select(['name', 'order_limit'])
    .where('workspace_id', '=', W!)
    .orderBy('name')
    .execute()
  expect(buyers).toEqual([
    { name: 'Chief', order_limit: null },
    { name: 'Helper', order_limit: 0 },
  ])
  const baskets = await db
    .selectFrom('basket')
    .select('asked_subtotal')
    .where('workspace_id', '=', W!)
    .orderBy('buyer_id')
    .execute()
  expect(baskets.map(({ asked_subtotal }) => asked_subtotal)).toEqual([null, 750])
  await store.close()
  await database.remove()
})

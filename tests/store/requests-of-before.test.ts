import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateWithin } from '../../server/src/database/migrate.ts'
import { openDatabase } from '../../server/src/database/open.ts'
import { bareDatabase } from '../engines/test-store.ts'

const [W, CUSTOMER, OPEN, WAITS, BACK] = [1, 2, 3, 4, 5].map((i) => `01970000-0000-7000-8000-00000000000${i}`)

test('a basket that waits becomes a request that the mails lead to, and one that was sent back stays the basket', async () => {
  const database = await bareDatabase()
  const store = await openDatabase(database.config)
  await store.db.transaction().execute(async (db) => {
    await migrateWithin(db, { after: 0, upTo: 60 })
    for (const statement of [
      sql`insert into workspace (id, name, currency, timezone, tax_label, plan, created_at, updated_at)
        values (${W}, 'Old', 'GBP', 'UTC', 'ex VAT', 'active', now(), now())`,
      sql`insert into customer (workspace_id, id, name, name_key, created_at, updated_at)
        values (${W}, ${CUSTOMER}, 'Quay', 'quay', now(), now())`,
      ...[OPEN, WAITS, BACK].map(
        (id) => sql`insert into buyer (workspace_id, id, customer_id, name, email, email_key, status, invited_at)
          values (${W}, ${id}, ${CUSTOMER}, 'Bo', ${id}, ${id}, 'invited', now())`,
      ),
      sql`insert into basket (workspace_id, buyer_id, token, asked_at, asked_subtotal, sent_back_by, updated_at)
        values (${W}, ${OPEN}, ${W}, null, null, null, now()), (${W}, ${WAITS}, ${CUSTOMER}, now(), 750, null, now()),
          (${W}, ${BACK}, ${BACK}, null, 750, 'Cy', now())`,
      ...[OPEN, WAITS, BACK].map(
        (id) => sql`insert into basket_line
            (workspace_id, buyer_id, product_id, sku, name, qty, shown_unit, shown_label, position)
          values (${W}, ${id}, ${W}, 'A', 'A', 3, 250, '', 1)`,
      ),
    ]) {
      await statement.execute(db)
    }
    await migrateWithin(db, { after: 60, upTo: 61 })
  })
  const baskets = await store.db
    .selectFrom('basket as k')
    .innerJoin('basket_line as l', (join) =>
      join.onRef('l.workspace_id', '=', 'k.workspace_id').onRef('l.basket_id', '=', 'k.id'),
    )
    .select(['k.buyer_id', 'k.id', 'k.asked_subtotal', 'k.sent_back_by', 'l.qty'])
    .where('k.workspace_id', '=', W!)
    .orderBy('k.buyer_id')
    .execute()
  expect(baskets).toEqual([
    { buyer_id: OPEN, id: W, asked_subtotal: null, sent_back_by: null, qty: 3 },
    { buyer_id: WAITS, id: WAITS, asked_subtotal: 750, sent_back_by: null, qty: 3 },
    { buyer_id: BACK, id: BACK, asked_subtotal: null, sent_back_by: null, qty: 3 },
  ])
  await store.close()
  await database.remove()
})

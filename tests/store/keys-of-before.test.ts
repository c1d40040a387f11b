import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrateWithin } from '../../server/src/database/migrate.ts'
import { openDatabase } from '../../server/src/database/open.ts'
import { matchingKey } from '../../server/src/matching-key.ts'
import { bareDatabase } from '../engines/test-store.ts'

const idOf = (i: number) => `01970000-0000-7000-8000-0000000000${String(i).padStart(2, '0')}`
const W: string = idOf(1)

test('older keys follow what codes look like; of records that look the same one gets the key, and none is lost', async () => {
  const database = await bareDatabase()
  const store = await openDatabase(database.config)
  const brands = ['bakers', 'baker’s', 'nord\u00a0 werk', 'nord werk', 'x\u200b', 'x\u200e', 'm‑1', 'é-1', '\u00adø']
  const kept = await store.db.transaction().execute(async (db) => {
    await migrateWithin(db, { after: 0, upTo: 59 })
    await sql`insert into workspace (id, name, currency, timezone, tax_label, plan, created_at, updated_at)
      values (${W}, 'Old', 'GBP', 'UTC', 'ex VAT', 'active', now(), now())`.execute(db)
    for (const [i, key] of brands.entries()) {
      await sql`insert into brand (workspace_id, id, name, name_key) values (${W}, ${idOf(10 + i)}, ${key}, ${key})`.execute(
        db,
      )
    }
    await migrateWithin(db, { after: 59, upTo: 60 })
    return (await db.selectFrom('brand').select(['name', 'name_key']).where('workspace_id', '=', W).execute()) as {
      name: string
      name_key: string
    }[]
  })
  expect(Object.fromEntries(kept.map(({ name, name_key }) => [name, name_key]))).toEqual({
    ...Object.fromEntries(brands.map((name) => [name, matchingKey(name)])),
    'nord\u00a0 werk': 'nord\u00a0 werk',
    'x\u200e': 'x\u200e',
  })
  await store.close()
  await database.remove()
})

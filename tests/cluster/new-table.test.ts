import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pendingTables } from '../../server/src/database/distribute-tables.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import { openDatabase } from '../../server/src/database/open.ts'
import { lookOverAll } from '../isolation/judge.ts'
import { newDatabase } from '../engines/test-store.ts'

test('a table that a migration adds is distributed with it', async () => {
  const { config, remove } = await newDatabase()
  const store = await openDatabase(config)
  const keys = () =>
    lookOverAll(async () => {
      const { rows } = await sql`
        select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as key from pg_constraint
        where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`.execute(store.db)
      return rows
    })
  try {
    const before = await keys()
    await store.runScript(`
      alter table import_mapping drop constraint import_mapping_workspace_id_fkey;
      select undistribute_table('import_mapping');
      alter table import_mapping add constraint import_mapping_workspace_id_fkey
        foreign key (workspace_id) references workspace (id)`)
    expect(await lookOverAll(() => pendingTables(store.db))).toContain('import_mapping')
    await lookOverAll(() => migrate(store))
    expect(await lookOverAll(() => pendingTables(store.db))).toEqual([])
    expect(await keys()).toEqual(before)
  } finally {
    await store.close()
    await remove()
  }
})

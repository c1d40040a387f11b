import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { DISTRIBUTION } from '../../server/src/database/distribute-tables.ts'
import { useService } from '../given/service.ts'

const service = useService()

test('every table says once what it is on a cluster, and those of workspaces are led by their workspace', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace order by name`.execute(service.context.db)
  expect(Object.values(DISTRIBUTION).flat().toSorted()).toEqual(rows.map(({ name }) => name))
  const led = inject('workspaceColumns').map(([table]) => table)
  expect(DISTRIBUTION.distributed.toSorted()).toEqual(led.filter((name) => name !== 'workspace_address').toSorted())
})

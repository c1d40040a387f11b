import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { vacuumEmbedded } from '../../server/src/jobs/vacuum-embedded.ts'
import { item, items, send } from '../http/given.ts'
import { useOwnService } from '../service.ts'

const service = useOwnService()

test.runIf(inject('engine').name === 'pglite')(
  'the embedded database is vacuumed once enough has changed',
  async () => {
    const workspace = await service.workspace()
    await send(workspace, items(100))
    expect(await vacuumEmbedded(service.context)).toContain('product')
    const { rows } = await sql<{
      count: number
    }>`select reltuples as count from pg_class where relname = 'product'`.execute(service.context.db)
    expect(rows[0]!.count).toBe(100)

    expect(await vacuumEmbedded(service.context)).not.toContain('product')
    await send(workspace, [item({ sku: 'SKU-0001', name: 'Another name' })])
    expect(await vacuumEmbedded(service.context)).not.toContain('product')
    await send(
      workspace,
      items(100, () => ({ name: 'Another name' })),
    )
    expect(await vacuumEmbedded(service.context)).toContain('product')
  },
)

import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { checkpointEmbedded } from '../../server/src/jobs/background-jobs.ts'
import { sendItems } from '../given/given.ts'
import { useOwnService } from '../given/service.ts'

const service = useOwnService()

test.runIf(inject('engine').name === 'pglite')(
  'the log of the embedded database is put into its files when there is much of it, and does not grow for ever',
  async () => {
    const { db } = service.context
    const workspace = await service.workspace()
    /** Writes a little, and leaves the rest of a file of the log, 16 MB, empty. */
    const fillFile = async (n: number) => {
      await sendItems(workspace, 2, () => ({ name: `Name ${n}` }))
      await sql`select pg_switch_wal()`.execute(db)
    }
    const files = async () =>
      (await sql<{ count: number }>`select count(*) as count from pg_ls_waldir()`.execute(db)).rows[0]!.count
    await sql`checkpoint`.execute(db)
    await sendItems(workspace, 2)
    expect(await checkpointEmbedded(service.context)).toBe(false)
    let most = 0
    const due = []
    for (let n = 0; n < 20; n++) {
      await fillFile(n)
      due.push(await checkpointEmbedded(service.context))
      most = Math.max(most, await files())
    }
    expect(due.filter(Boolean).length).toBeGreaterThanOrEqual(9)
    expect(most).toBeLessThan(8)
  },
)

import { setTimeout } from 'node:timers/promises'
import postgres from 'postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { parseDatabaseUrl } from '../../server/src/lib/database-url.ts'
import { OutageLog } from '../../server/src/database/unavailability.ts'
import { PostgresPool } from '../../server/src/database/postgres-pool.ts'
import { newDatabase } from '../engines/test-store.ts'
import { until } from '../given/until.ts'

test.runIf(inject('engine').name === 'postgres')(
  'a pool that closes leaves no session, also where one is being opened',
  async () => {
    const { config, remove } = await newDatabase()
    onTestFinished(remove)
    const url = config.engine === 'embedded' ? '' : config.url
    const admin = postgres(url, { max: 1 })
    onTestFinished(() => admin.end())
    // A session opens within some milliseconds.
    for (let ms = 0; ms < 20; ms += 2) {
      const pool = new PostgresPool(parseDatabaseUrl(url), new OutageLog(), 2)
      const acquiring = Promise.allSettled([pool.acquireConnection(), pool.acquireConnection()])
      await setTimeout(ms)
      await pool.destroy()
      const acquired = (await acquiring).filter((each) => each.status === 'fulfilled')
      expect(acquired.filter(({ value }) => !value.closed)).toEqual([])
      await until(async () => (await otherSessions(admin)) === 0)
    }
  },
)

async function otherSessions(admin: postgres.Sql): Promise<number> {
  const rows = await admin`select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  return rows.length
}

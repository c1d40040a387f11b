import { setTimeout } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { OutageLog } from '../../server/src/database/outage-log.ts'
import { PostgresPool } from '../../server/src/database/postgres-pool.ts'
import { PostgresServers } from '../../server/src/database/postgres-servers.ts'
import type { PostgresSession } from '../../server/src/database/postgres-session.ts'
import { newDatabase } from '../engines/test-store.ts'

test.runIf(inject('engine').name === 'postgres')(
  'a pool that closes leaves no session, also where one is being opened',
  async () => {
    const { config, remove } = await newDatabase()
    onTestFinished(remove)
    const url = config.engine === 'embedded' ? '' : config.url
    // A session opens within some milliseconds.
    for (let ms = 0; ms < 20; ms++) {
      const pool = new PostgresPool(new PostgresServers(url), new OutageLog(), 2)
      const acquired: PostgresSession[] = []
      const acquiring = Promise.allSettled(
        Array.from({ length: 2 }, () => pool.acquire().then((session) => acquired.push(session))),
      )
      await setTimeout(ms)
      await pool.close()
      await acquiring
      expect([...pool.sessions]).toEqual([])
      expect(acquired.filter(({ closed }) => !closed)).toEqual([])
    }
  },
)

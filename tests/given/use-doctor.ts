import { afterAll, beforeAll } from 'vitest'
import { readConfig } from '../../server/src/config.ts'
import { openDatabase } from '../../server/src/database/open.ts'
import { examine } from '../../server/src/ops/doctor/database.ts'
import type { Finding } from '../../server/src/ops/doctor/finding.ts'
import { newDatabase } from '../engines/test-store.ts'
import type { TestDatabase } from '../engines/test-store.ts'
import { useTemporaryFolder } from './temporary-folder.ts'
import { givenWorkspace } from './workspace.ts'
import { environment } from './run-cli.ts'
import type { Environment } from './run-cli.ts'

/** A database with a workspace, what the doctor finds in it, and ways to break it. */
export function useDoctor() {
  const folder = useTemporaryFolder()
  const patient = { folder } as { database: TestDatabase; env: Environment; workspace: string; folder: string }
  beforeAll(async () => {
    const database = await newDatabase()
    const env = environment(database.config)
    const { workspace } = await givenWorkspace(env, 'read')
    Object.assign(patient, { database, env, workspace })
  })
  afterAll(() => patient.database.remove())

  const run = async (script: string): Promise<void> => {
    const store = await openDatabase(patient.database.config)
    await store.runScript(script)
    await store.close()
  }
  return Object.assign(patient, {
    run,
    /** Of the database in this process, as the command says it; without what is well. */
    findings: async (more: Environment = {}): Promise<Finding[]> =>
      unwell(await examine(readConfig({}, { ...patient.env, ...more }))),
    /** Breaks the database, looks, and mends it again. */
    whileBroken: async (broken: string, mended: string, look: () => Promise<unknown>): Promise<void> => {
      await run(broken)
      try {
        await look()
      } finally {
        await run(mended)
      }
    },
  })
}

/** A Postgres that the tests start does not sync its files, which makes them faster. */
export function unwell(found: Finding[]): Finding[] {
  return found.filter(({ status, check }) => status !== 'ok' && check !== 'durability')
}

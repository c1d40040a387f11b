import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openStore } from '../../server/src/database/open.ts'
import { workspaceColumns } from '../isolation/workspace-columns.ts'
import type { TestEngine } from './test-store.ts'

/** Makes one migrated data folder; each test file works on a copy of it. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'trade-catalogue-'))
  const store = await openStore({ engine: 'embedded', dataDir })
  project.provide('workspaceColumns', await workspaceColumns(store.db))
  await store.close()
  project.provide('engine', { name: 'pglite', template: dataDir } satisfies TestEngine)
  return () => rmSync(dataDir, { recursive: true })
}

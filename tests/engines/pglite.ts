import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildWebWhenStale } from '../../scripts/build-web-when-stale.mjs'
import { migrate } from '../../server/src/database/migrate.ts'
import { openDatabase } from '../../server/src/database/open.ts'
import { workspaceColumns } from '../isolation/workspace-columns.ts'
import type { TestEngine } from './test-store.ts'

/** Builds the pages, makes one data folder, and migrates a copy; what needs its own database takes a copy of either. */
export default async function setup(project: TestProject) {
  buildWebWhenStale()
  const folder = mkdtempSync(join(tmpdir(), 'templates-'))
  const [bare, template] = [join(folder, 'bare'), join(folder, 'migrated')]
  await (await openDatabase({ engine: 'embedded', dataDir: bare })).close()
  cpSync(bare, template, { recursive: true })
  const store = await openDatabase({ engine: 'embedded', dataDir: template })
  await migrate(store)
  project.provide('workspaceColumns', await workspaceColumns(store.db))
  await store.close()
  project.provide('engine', { name: 'pglite', template, bare } satisfies TestEngine)
}

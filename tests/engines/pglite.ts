import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { buildWebWhenStale } from '../../scripts/build-web-when-stale.mjs'
import { migrate } from '../../server/src/database/migrate.ts'
import { openDatabase } from '../../server/src/database/open.ts'
import { workspaceColumns } from '../isolation/workspace-columns.ts'
import type { TestEngine } from './test-store.ts'

const ROOT = new URL('../../', import.meta.url)
const KEPT = fileURLToPath(new URL('node_modules/.cache/bare-databases', ROOT))
/** What a new database follows from. */
const SOURCES = ['node_modules/@electric-sql/pglite/package.json', 'server/src/database/embedded-database.ts']

/** Builds the pages, makes one data folder, and migrates a copy; what needs its own database takes a copy of either. */
export default async function setup(project: TestProject) {
  buildWebWhenStale()
  const folder = mkdtempSync(join(tmpdir(), 'templates-'))
  const [bare, template] = [join(folder, 'bare'), join(folder, 'migrated')]
  cpSync(await bareFolder(), bare, { recursive: true })
  cpSync(bare, template, { recursive: true })
  const store = await openDatabase({ engine: 'embedded', dataDir: template })
  await migrate(store)
  project.provide('workspaceColumns', await workspaceColumns(store.db))
  await store.close()
  project.provide('engine', { name: 'pglite', template, bare } satisfies TestEngine)
}

/** A folder with a new database, kept from run to run: making one takes seconds of a processor. */
async function bareFolder(): Promise<string> {
  const digest = createHash('sha256')
  for (const source of SOURCES) digest.update(readFileSync(new URL(source, ROOT)))
  const kept = join(KEPT, digest.digest('hex').slice(0, 16))
  if (existsSync(kept)) return kept
  mkdirSync(KEPT, { recursive: true })
  // Another run may be making it too; the first is kept.
  const making = mkdtempSync(join(KEPT, 'making-'))
  await (await openDatabase({ engine: 'embedded', dataDir: making })).close()
  try {
    renameSync(making, kept)
  } catch {
    rmSync(making, { recursive: true })
  }
  return kept
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { isLiveKey } from '../workspaces/keys.ts'
import { runOperation } from './run-operation.ts'

/**
 * Makes the sample workspace when the database is empty, and returns a key to try it with. The embedded store keeps
 * that key in its folder, which only the user can read, for the starts to come; null where it is not known, or revoked.
 */
export async function sampleWhenEmpty(context: Context, database: DatabaseConfig): Promise<string | null> {
  const file = database.engine === 'embedded' ? join(database.dataDir, 'sample-key') : null
  const workspaces = await runOperation(context, 'workspace list', {})
  if (workspaces.length === 0) {
    const { key } = await runOperation(context, 'sample', {})
    if (file && key) writeFileSync(file, key, { mode: 0o600 })
    return key
  }
  const kept = file && readIfThere(file)
  return kept && (await isLiveKey(context, kept)) ? kept : null
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

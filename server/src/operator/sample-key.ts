import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { createSample, SAMPLE_WORKSPACE_ID } from '../sample/create-sample.ts'
import { createKey, isLiveKey } from '../workspaces/keys.ts'
import { planAccess } from '../workspaces/plans.ts'
import { listWorkspaces } from '../workspaces/workspaces.ts'
import { OPERATOR } from './run-as-operator.ts'

/**
 * Makes the sample workspace when the database is empty, and returns a key to try it with; null where there is no
 * sample, or it has a plan without keys. The embedded store keeps the key in its folder, for the starts to come; on a
 * server, and when that key has been revoked, a start makes another.
 */
export async function sampleKey(context: Context, database: DatabaseConfig): Promise<string | null> {
  const file = database.engine === 'embedded' ? join(database.dataDir, 'sample-key') : null
  const kept = file && readIfThere(file)
  if (kept && (await isLiveKey(context, kept))) return kept

  const workspaces = await listWorkspaces(context)
  const sample = workspaces.find(({ id }) => id === SAMPLE_WORKSPACE_ID)
  if (workspaces.length > 0 && (!sample || planAccess(sample.plan) !== 'write')) return null
  const made = sample ? null : (await createSample({ ...context, actor: OPERATOR })).key
  const key = made ?? (await anotherKey(context))
  if (file) keep(file, key)
  return key
}

async function anotherKey(context: Context): Promise<string> {
  const workspace = { ...context, actor: OPERATOR, workspaceId: SAMPLE_WORKSPACE_ID }
  return (await createKey(workspace, { name: 'Sample key', scope: 'write' })).key
}

/** In a new file, as one that is there would keep the mode that it has. */
function keep(file: string, key: string): void {
  rmSync(file, { force: true })
  writeFileSync(file, key, { mode: 0o600, flag: 'wx' })
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

import { join } from 'node:path'
import type { DatabaseConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { createSample } from '../sample/create-sample.ts'
import { createKey, isLiveKey } from '../workspaces/keys.ts'
import { planAccess } from '../workspaces/plans.ts'
import { SAMPLE_WORKSPACE_ID } from '../workspaces/sample-workspace.ts'
import { listWorkspaces } from '../workspaces/workspaces.ts'
import { OPERATOR } from './run-as-operator.ts'
import { readSecret, writeSecret } from './secret-file.ts'

/**
 * Creates the sample workspace if the database is empty. Returns a key for it; null if there is no sample, or its plan
 * allows no key. The embedded store keeps the key in its folder for later starts. On a server, or after the key was
 * revoked, each start creates another key.
 */
export async function sampleKey(context: Context, database: DatabaseConfig): Promise<string | null> {
  const file = database.engine === 'embedded' ? join(database.dataDir, 'sample-key') : null
  const saved = file && readSecret(file)
  if (saved && (await isLiveKey(context, saved))) return saved

  const workspaces = await listWorkspaces(context)
  const sample = workspaces.find(({ id }) => id === SAMPLE_WORKSPACE_ID)
  if (workspaces.length > 0 && (!sample || planAccess(sample.plan) !== 'write')) return null
  const made = sample ? null : (await createSample({ ...context, actor: OPERATOR })).key
  const key = made ?? (await anotherKey(context))
  if (file) writeSecret(file, key)
  return key
}

async function anotherKey(context: Context): Promise<string> {
  const workspace = { ...context, actor: OPERATOR, workspaceId: SAMPLE_WORKSPACE_ID }
  return (await createKey(workspace, { name: 'Sample key', scope: 'write' })).key
}

import { readConfig } from '../../server/src/config.ts'
import { operate } from '../../server/src/ops/all-operations.ts'
import type { Environment } from './run-cli.ts'

/** A workspace and a key to it, made as the commands do, without a process for each: `serve` tries the commands. */
export async function givenWorkspace(
  env: Environment,
  scope: 'read' | 'write' = 'write',
): Promise<{ workspace: string; key: string; keyId: string }> {
  const config = readConfig({}, env)
  const settings = { name: 'Harbour', currency: 'GBP', timezone: 'UTC', taxLabel: 'ex tax', plan: 'active' } as const
  const { id: workspace } = await operate(config, 'workspace create', settings)
  const { id: keyId, key } = await operate(config, 'key create', { workspaceId: workspace, name: 'ERP', scope })
  return { workspace, key, keyId }
}

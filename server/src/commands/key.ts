import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import { printResult, table } from './print.ts'

export function keyCommand(): Command {
  const key = new Command('key').description('Create, list and revoke API keys.')

  key
    .command('create')
    .description('Create an API key. It is shown only once, because only its hash is stored.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--name <name>', 'name for the activity log, such as "ERP sync"')
    .requiredOption('--scope <scope>', 'read or write')
    .option('--json', 'print one JSON object')
    .action(async ({ json, workspace: workspaceId, name, scope }) => {
      const result = await operate(readConfig(), 'key create', { workspaceId, name, scope })
      printResult(json, result, [`Created the key ${result.id}. It is shown only once:`, result.key])
    })

  key
    .command('list')
    .description('List API keys.')
    .option('--workspace <id>', 'only the keys of this workspace')
    .option('--json', 'print one JSON object')
    .action(async ({ json, workspace: workspaceId }) => {
      const keys = await operate(readConfig(), 'key list', { workspaceId })
      const rows = keys.map(({ id, workspaceId: workspace, name, scope, lastUsedAt, revokedAt }) => [
        id,
        workspace,
        name,
        scope,
        lastUsedAt ?? 'never',
        revokedAt ? `revoked ${revokedAt}` : 'in use',
      ])
      printResult(json, { keys }, table(['ID', 'WORKSPACE', 'NAME', 'SCOPE', 'LAST USED', 'STATE'], rows))
    })

  key
    .command('revoke')
    .description('Revoke an API key. This cannot be undone.')
    .argument('<id>', 'id of the key')
    .option('--json', 'print one JSON object')
    .action(async (id: string, { json }) => {
      const result = await operate(readConfig(), 'key revoke', { id })
      printResult(json, result, `Revoked the key ${result.id}.`)
    })

  return key
}

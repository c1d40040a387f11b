import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import { printResult, table } from './print.ts'

export function keyCommand(): Command {
  const key = new Command('key').description('Make, list and revoke API keys.')

  key
    .command('create')
    .description('Make an API key. It is shown once: only its hash is stored.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--name <name>', 'what the activity calls it, such as "ERP sync"')
    .requiredOption('--scope <scope>', 'read or write')
    .option('--json', 'print one JSON object')
    .action(async ({ json, workspace: workspaceId, name, scope }) => {
      const result = await operate(readConfig(), 'key create', { workspaceId, name, scope })
      printResult(json, result, [`Made the key ${result.id}. It is shown this once:`, result.key])
    })

  key
    .command('list')
    .description('List API keys.')
    .option('--workspace <id>', 'only those of one workspace')
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
    .description('End an API key for good.')
    .argument('<id>', 'id of the key')
    .option('--json', 'print one JSON object')
    .action(async (id: string, { json }) => {
      const result = await operate(readConfig(), 'key revoke', { id })
      printResult(json, result, `Revoked the key ${result.id}.`)
    })

  return key
}

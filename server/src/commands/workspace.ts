import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import type { OperationInput } from '../operations.ts'
import { printResult, table } from './print.ts'

export function workspaceCommand(): Command {
  const workspace = new Command('workspace').description(
    'Create and list workspaces, and set their plans and whether their staff needs passkeys.',
  )

  workspace
    .command('create')
    .description('Create a workspace.')
    .requiredOption('--name <name>', 'name of the wholesaler')
    .requiredOption('--currency <code>', 'ISO 4217, such as GBP')
    .option('--timezone <zone>', 'IANA time zone', 'UTC')
    .option('--tax-label <text>', 'text that says that prices are before tax', 'ex tax')
    .option('--plan <plan>', 'trial, active, pilot, demo or lapsed', 'active')
    .option('--slug <address>', 'address of its pages, /w/<address>; made from the name by default')
    .option('--json', 'print one JSON object')
    .action(async ({ json, ...input }) => {
      const result = await operate(readConfig(), 'workspace create', input)
      printResult(json, result, `Created the workspace ${result.id}. Its pages are at /w/${result.slug}.`)
    })

  workspace
    .command('list')
    .description('List all workspaces.')
    .option('--json', 'print one JSON object')
    .action(async ({ json }) => {
      const workspaces = await operate(readConfig(), 'workspace list', {})
      const rows = workspaces.map(({ id, name, currency, plan }) => [id, name, currency, plan])
      printResult(json, { workspaces }, table(['ID', 'NAME', 'CURRENCY', 'PLAN'], rows))
    })

  workspace
    .command('set-plan')
    .description('Change the plan of a workspace.')
    .argument('<id>', 'id of the workspace')
    .argument('<plan>', 'trial, active, pilot, demo or lapsed')
    .option('--json', 'print one JSON object')
    .action(async (workspaceId: string, plan: OperationInput<'workspace set-plan'>['plan'], { json }) => {
      const result = await operate(readConfig(), 'workspace set-plan', { workspaceId, plan })
      printResult(json, result, `The workspace ${result.id} is now on the plan ${result.plan}.`)
    })

  workspace
    .command('set-passkeys')
    .description('Say whether the staff of a workspace needs passkeys to work in it.')
    .argument('<id>', 'id of the workspace')
    .argument('<rule>', 'required or optional')
    .option('--json', 'print one JSON object')
    .action(async (workspaceId: string, passkeys: OperationInput<'workspace set-passkeys'>['passkeys'], { json }) => {
      const result = await operate(readConfig(), 'workspace set-passkeys', { workspaceId, passkeys })
      printResult(json, result, `For the staff of the workspace ${result.id}, passkeys are now ${result.passkeys}.`)
    })

  return workspace
}

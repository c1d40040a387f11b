import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import { printResult } from './print.ts'

export function buyerCommand(): Command {
  const buyer = new Command('buyer').description('Invite, disable and enable the buyers of customers.')

  buyer
    .command('invite')
    .description('Make someone a buyer of a customer, invited for now.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--customer <code>', 'account code or id of the customer')
    .requiredOption('--email <email>', 'e-mail address; stands for one buyer in the workspace')
    .requiredOption('--name <name>', 'name of the person')
    .option('--json', 'print one JSON object')
    .action(async ({ json, workspace: workspaceId, ...input }) => {
      const result = await operate(readConfig(), 'buyer invite', { workspaceId, ...input })
      printResult(json, result, `Invited the buyer ${result.id}.`)
    })

  buyer
    .command('disable')
    .description('Keep a buyer from signing in and ordering.')
    .argument('<id>', 'id of the buyer')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--json', 'print one JSON object')
    .action(async (id: string, { json, workspace: workspaceId }) => {
      const result = await operate(readConfig(), 'buyer disable', { workspaceId, id })
      printResult(json, result, `Disabled the buyer ${id}.`)
    })

  buyer
    .command('enable')
    .description('Let a buyer order: one who was disabled, also one who has only been invited.')
    .argument('<id>', 'id of the buyer')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--json', 'print one JSON object')
    .action(async (id: string, { json, workspace: workspaceId }) => {
      const result = await operate(readConfig(), 'buyer enable', { workspaceId, id })
      printResult(json, result, `Enabled the buyer ${id}.`)
    })

  return buyer
}

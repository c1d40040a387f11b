import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import { printResult } from './print.ts'

export function buyerCommand(): Command {
  const buyer = new Command('buyer').description('Invite, disable and enable the buyers of customers.')

  buyer
    .command('invite')
    .description('Add a buyer to a customer. This prints a link to join, and mails it.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--customer <code>', 'account code or id of the customer')
    .requiredOption('--email <email>', 'e-mail address; unique among the buyers of the workspace')
    .requiredOption('--name <name>', 'name of the person')
    .option('--json', 'print one JSON object')
    .action(async ({ json, workspace: workspaceId, ...input }) => {
      const result = await operate(readConfig(), 'buyer invite', { workspaceId, ...input })
      printResult(json, result, [`Invited the buyer ${result.id}. To join:`, result.link!])
    })

  buyer
    .command('disable')
    .description('Disable a buyer: no more sign-in, no more orders.')
    .argument('<id>', 'id of the buyer')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--json', 'print one JSON object')
    .action(async (id: string, { json, workspace: workspaceId }) => {
      const result = await operate(readConfig(), 'buyer disable', { workspaceId, id })
      printResult(json, result, `Disabled the buyer ${id}.`)
    })

  buyer
    .command('enable')
    .description('Enable a buyer who is disabled or invited.')
    .argument('<id>', 'id of the buyer')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--json', 'print one JSON object')
    .action(async (id: string, { json, workspace: workspaceId }) => {
      const result = await operate(readConfig(), 'buyer enable', { workspaceId, id })
      printResult(json, result, `Enabled the buyer ${id}.`)
    })

  return buyer
}

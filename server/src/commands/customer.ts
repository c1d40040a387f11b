import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import { printResult } from './print.ts'

export function customerCommand(): Command {
  const customer = new Command('customer').description('Delete customers.')

  customer
    .command('delete')
    .description('Delete a customer with its terms and buyers. Orders keep its name.')
    .argument('<code>', 'account code or id of the customer')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--json', 'print one JSON object')
    .action(async (code: string, { json, workspace: workspaceId }) => {
      const result = await operate(readConfig(), 'customer delete', { workspaceId, customer: code })
      printResult(json, result, `Deleted the customer ${code}.`)
    })

  return customer
}

import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import { printResult } from './print.ts'

export function discountCommand(): Command {
  const discount = new Command('discount').description("Set and remove customers' discounts.")

  discount
    .command('set')
    .description('Give a customer a discount. It replaces an earlier one on the same brand, category or everything.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--customer <code>', 'account code or id of the customer')
    .option('--brand <name>', 'on the products of a brand')
    .option('--category <name>', 'on the products of a category')
    .option('--all', 'on everything')
    .requiredOption('--bp <number>', 'basis points: 1250 means 12.5%')
    .option('--json', 'print one JSON object')
    .action(async ({ json, workspace: workspaceId, customer, brand, category, all, bp: discountBp }) => {
      const input = { workspaceId, customer, on: { brand, category, all }, discountBp }
      const result = await operate(readConfig(), 'discount set', input)
      printResult(json, result, `Set the discount ${result.id}.`)
    })

  discount
    .command('remove')
    .description('Remove a discount.')
    .argument('<id>', 'id of the discount')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--json', 'print one JSON object')
    .action(async (id: string, { json, workspace: workspaceId }) => {
      const result = await operate(readConfig(), 'discount remove', { workspaceId, id })
      printResult(json, result, `Removed the discount ${id}.`)
    })

  return discount
}

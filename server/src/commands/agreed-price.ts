import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import { printResult } from './print.ts'

export function agreedPriceCommand(): Command {
  const agreedPrice = new Command('agreed-price').description('Set and remove prices agreed with customers.')

  agreedPrice
    .command('set')
    .description('Agree a price with a customer. Prices for other quantities and times stay.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--customer <code>', 'account code or id of the customer')
    .requiredOption('--sku <sku>', 'stock code of the product')
    .requiredOption('--unit <amount>', 'price of one, in minor units')
    .option('--min-qty <number>', 'smallest quantity that gets this price (default: 1)')
    .option('--starts-at <time>', 'first time, ISO 8601 (default: no start)')
    .option('--ends-at <time>', 'end time, excluded, ISO 8601 (default: no end)')
    .option('--json', 'print one JSON object')
    .action(async ({ json, workspace: workspaceId, ...input }) => {
      const result = await operate(readConfig(), 'agreed-price set', { workspaceId, ...input })
      printResult(json, result, `Set the agreed price ${result.id}.`)
    })

  agreedPrice
    .command('remove')
    .description('End an agreed price at once.')
    .argument('<id>', 'id of the agreed price')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--json', 'print one JSON object')
    .action(async (id: string, { json, workspace: workspaceId }) => {
      const result = await operate(readConfig(), 'agreed-price remove', { workspaceId, id })
      printResult(json, result, `Removed the agreed price ${id}.`)
    })

  return agreedPrice
}

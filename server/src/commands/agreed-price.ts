import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import { printResult } from './print.ts'

export function agreedPriceCommand(): Command {
  const agreedPrice = new Command('agreed-price').description('Set and remove prices agreed with customers.')

  agreedPrice
    .command('set')
    .description('Agree a price, beside those for other quantities and other times.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--customer <code>', 'account code or id of the customer')
    .requiredOption('--sku <sku>', 'stock code of the product')
    .requiredOption('--unit <amount>', 'price of one, in minor units')
    .option('--min-qty <number>', 'the quantity from which it applies (1 unless said)')
    .option('--starts-at <time>', 'ISO 8601, from when on; at all times before the end unless said')
    .option('--ends-at <time>', 'ISO 8601, from when on no more; without an end unless said')
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

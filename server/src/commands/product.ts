import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import { printResult } from './print.ts'

export function productCommand(): Command {
  const product = new Command('product').description('Create, update and delete products.')

  product
    .command('create')
    .description('Create a product without a price.')
    .argument('<sku>', 'stock code')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--name <name>', 'name')
    .requiredOption('--unit-label <text>', 'name of one unit, such as each')
    .option('--json', 'print one JSON object')
    .action(async (sku: string, { json, workspace: workspaceId, name, unitLabel }) => {
      const result = await operate(readConfig(), 'product create', { workspaceId, sku, name, unitLabel })
      printResult(json, result, `Created the product ${sku}.`)
    })

  product
    .command('update')
    .description('Update fields of a product that the API cannot change.')
    .argument('<sku>', 'stock code')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--active <true|false>', 'true: buyers can see the product')
    .option('--visibility <all>', 'all: every customer can see it again')
    .option('--min-order-qty <number>', 'smallest quantity of an order')
    .option('--clear <what>', 'lead-time-note or image; repeatable', collect)
    .option('--json', 'print one JSON object')
    .action(async (sku: string, { json, workspace: workspaceId, ...changes }) => {
      await operate(readConfig(), 'product update', { workspaceId, sku, ...changes })
      printResult(json, { ok: true }, `Updated the product ${sku}.`)
    })

  product
    .command('delete')
    .description('Delete a product. Orders keep its SKU and name.')
    .argument('<sku>', 'stock code')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--json', 'print one JSON object')
    .action(async (sku: string, { json, workspace: workspaceId }) => {
      await operate(readConfig(), 'product delete', { workspaceId, sku })
      printResult(json, { ok: true }, `Deleted the product ${sku}.`)
    })

  return product
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}

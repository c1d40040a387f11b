import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { operate } from '../operations.ts'
import { printResult } from './print.ts'

export function productCommand(): Command {
  const product = new Command('product').description('Make, change and delete products.')

  product
    .command('create')
    .description('Make a product that has no price yet.')
    .argument('<sku>', 'its stock code')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--unit-label <text>', 'what one unit is, such as each')
    .option('--json', 'print one JSON object')
    .action(async (sku: string, { json, workspace: workspaceId, name, unitLabel }) => {
      const result = await operate(readConfig(), 'product create', { workspaceId, sku, name, unitLabel })
      printResult(json, result, `Made the product ${sku}.`)
    })

  product
    .command('update')
    .description('Change of a product what the API cannot.')
    .argument('<sku>', 'its stock code')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .option('--active <true|false>', 'whether buyers see it')
    .option('--visibility <all>', 'all: open it to every customer again')
    .option('--min-order-qty <number>', 'the smallest quantity that can be ordered')
    .option('--clear <what>', 'lead-time-note or image; repeatable', collect)
    .option('--json', 'print one JSON object')
    .action(async (sku: string, { json, workspace: workspaceId, ...changes }) => {
      await operate(readConfig(), 'product update', { workspaceId, sku, ...changes })
      printResult(json, { ok: true }, `Changed the product ${sku}.`)
    })

  product
    .command('delete')
    .description('Delete a product. Orders keep what they show of it.')
    .argument('<sku>', 'its stock code')
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

import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { OperatorError } from '../errors.ts'
import { operate } from '../operations.ts'
import { printResult } from './print.ts'

type Line = { sku: string; qty: number }

export function orderCommand(): Command {
  const order = new Command('order').description('Place orders.')

  order
    .command('place')
    .description('Place an order for a customer, at the present prices.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--customer <code>', 'account code or id of the customer')
    .requiredOption('--line <sku=qty>', 'product and quantity; once for each product', addLine)
    .option('--buyer <email>', 'e-mail of the buyer who orders')
    .option('--po-number <number>', 'purchase order number of the customer')
    .option('--note <text>', 'note for the order')
    .option('--token <token>', 'idempotency token: with the same token, a repeat places no second order')
    .option('--json', 'print one JSON object')
    .action(async ({ json, workspace: workspaceId, line: lines, ...input }) => {
      const result = await operate(readConfig(), 'order place', { workspaceId, lines, ...input })
      printResult(json, result, `The order ${result.number} is placed: ${result.id}.`)
    })

  return order
}

/** A SKU may contain an equals sign. The last one separates the quantity. */
function addLine(written: string, lines: Line[] = []): Line[] {
  const at = written.lastIndexOf('=')
  const qty = written.slice(at + 1).trim()
  if (at < 1 || !/^\d+$/.test(qty)) {
    throw new OperatorError(`"${written}" is not a line. Write SKU=QTY, such as HOL-1042=12.`)
  }
  return [...lines, { sku: written.slice(0, at), qty: Number(qty) }]
}

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
    .description('Place an order for a customer, at the prices of this moment.')
    .requiredOption('--workspace <id>', 'id of the workspace')
    .requiredOption('--customer <code>', 'account code or id of the customer')
    .requiredOption('--line <sku=qty>', 'what to order and how many; once for each product', addLine)
    .option('--buyer <email>', 'the buyer of the customer who orders')
    .option('--po-number <number>', 'the purchase order number of the customer')
    .option('--note <text>', 'what to say with the order')
    .option('--token <token>', 'a word of your own for this order: with it, a repeat places no second one')
    .option('--json', 'print one JSON object')
    .action(async ({ json, workspace: workspaceId, line: lines, ...input }) => {
      const result = await operate(readConfig(), 'order place', { workspaceId, lines, ...input })
      printResult(json, result, `The order ${result.number} is placed: ${result.id}.`)
    })

  return order
}

/** A SKU may have an equals sign in it: the last one counts. */
function addLine(written: string, lines: Line[] = []): Line[] {
  const at = written.lastIndexOf('=')
  const qty = written.slice(at + 1).trim()
  if (at < 1 || !/^\d+$/.test(qty)) {
    throw new OperatorError(`"${written}" is not a line. Write SKU=QTY, such as HOL-1042=12.`)
  }
  return [...lines, { sku: written.slice(0, at), qty: Number(qty) }]
}

import { z } from 'zod'
import { optionalText, reference, text } from '../../lib/text-input.ts'
import { ADDRESS_LIMITS, ORDER_LIMITS } from '../../shared/limits.ts'
import { OperatorError } from '../../errors.ts'
import { placeOrder } from '../../orders/place-order.ts'
import { customer, operation, workspaceId } from './operation.ts'

const QUANTITY = `Must be a whole number from 1 to ${ORDER_LIMITS.qty}.`

const line = z.object({ sku: reference(), qty: z.int(QUANTITY).min(1, QUANTITY).max(ORDER_LIMITS.qty, QUANTITY) })

export const ORDER_OPERATIONS = {
  'order place': operation({
    description: 'Place an order for a customer, at the present prices.',
    input: z.object({
      workspaceId,
      customer,
      lines: z
        .array(z.preprocess(readLine, line))
        .min(1, 'An order needs a line.')
        .max(ORDER_LIMITS.lines, `An order has at most ${ORDER_LIMITS.lines} lines.`)
        .meta({ flags: '--line <sku=qty>', description: 'product and quantity' }),
      buyer: optionalText(320).meta({ flags: '--buyer <email>', description: 'e-mail of the buyer who orders' }),
      poNumber: optionalText(ORDER_LIMITS.poNumber).meta({
        flags: '--po-number <number>',
        description: 'purchase order number of the customer',
      }),
      note: optionalText(ORDER_LIMITS.note).meta({ flags: '--note <text>', description: 'note for the order' }),
      deliverTo: optionalText(ADDRESS_LIMITS.id).meta({
        flags: '--deliver-to <id>',
        description: 'id of a delivery address of the customer',
      }),
      wantedOn: optionalText(10).meta({ flags: '--wanted-on <day>', description: 'day of delivery: 2027-01-05' }),
      belowMinimum: z.boolean().optional().meta({
        flags: '--below-minimum',
        description: 'place it although it stays below the minimum order value',
      }),
      token: text(ORDER_LIMITS.token).optional().meta({
        flags: '--token <token>',
        description: 'idempotency token: with the same token, a repeat places no second order',
      }),
    }),
    run: placeOrder,
    print: ({ id, number }) => `The order ${number} is placed: ${id}.`,
  }),
}

/** A SKU may contain an equals sign. The last one separates the quantity. */
function readLine(given: string | z.input<typeof line>) {
  if (typeof given !== 'string') return given
  const at = given.lastIndexOf('=')
  const qty = given.slice(at + 1).trim()
  if (at < 1 || !/^\d+$/.test(qty)) {
    throw new OperatorError(`"${given}" is not a line. Write SKU=QTY, such as HOL-1042=12.`)
  }
  return { sku: given.slice(0, at), qty: Number(qty) }
}

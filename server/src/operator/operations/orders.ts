import { z } from 'zod'
import { optionalText, reference, text } from '../../text-input.ts'
import { placeOrder } from '../../orders/place-order.ts'
import { id, operation } from './operation.ts'

const MAX_LINES = 1_000
const MAX_QTY = 1_000_000
const QUANTITY = `Must be a whole number from 1 to ${MAX_QTY}.`

export const ORDER_OPERATIONS = {
  'order place': operation(
    z.object({
      workspaceId: id,
      customer: reference(),
      lines: z
        .array(z.object({ sku: reference(), qty: z.int(QUANTITY).min(1, QUANTITY).max(MAX_QTY, QUANTITY) }))
        .min(1, 'An order needs a line.')
        .max(MAX_LINES, `An order has at most ${MAX_LINES} lines.`),
      buyer: optionalText(320),
      poNumber: optionalText(60),
      note: optionalText(2_000),
      token: text(200).optional(),
    }),
    (context, { workspaceId, ...input }) => placeOrder({ ...context, workspaceId }, input),
  ),
}

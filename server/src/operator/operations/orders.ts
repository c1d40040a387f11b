import { z } from 'zod'
import { optionalText, reference, text } from '../../text-input.ts'
import { ORDER_LIMITS } from '../../rules/limits.ts'
import { placeOrder } from '../../orders/place-order.ts'
import { id, operation } from './operation.ts'

const QUANTITY = `Must be a whole number from 1 to ${ORDER_LIMITS.qty}.`

export const ORDER_OPERATIONS = {
  'order place': operation(
    z.object({
      workspaceId: id,
      customer: reference(),
      lines: z
        .array(z.object({ sku: reference(), qty: z.int(QUANTITY).min(1, QUANTITY).max(ORDER_LIMITS.qty, QUANTITY) }))
        .min(1, 'An order needs a line.')
        .max(ORDER_LIMITS.lines, `An order has at most ${ORDER_LIMITS.lines} lines.`),
      buyer: optionalText(320),
      poNumber: optionalText(ORDER_LIMITS.poNumber),
      note: optionalText(ORDER_LIMITS.note),
      token: text(ORDER_LIMITS.token).optional(),
    }),
    (context, { workspaceId, ...input }) => placeOrder({ ...context, workspaceId }, input),
  ),
}

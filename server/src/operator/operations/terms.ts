import { z } from 'zod'
import { reference } from '../../text-input.ts'
import { MAX_QTY } from '../../rules/limits.ts'
import { removeAgreedPrice } from '../../agreed-prices/remove-agreed-price.ts'
import { removeDiscount } from '../../discounts/remove-discount.ts'
import { MAX_PRICE } from '../../rules/limits.ts'
import { setAgreedPrice } from '../../agreed-prices/set-agreed-price.ts'
import { setDiscount } from '../../discounts/set-discount.ts'
import type { DiscountScope } from '../../discounts/set-discount.ts'
import { digits, id, moment, operation } from './operation.ts'

const MAX_BP = 10_000

const rule = z.object({ workspaceId: id, id: z.string() })

const scope = z
  .object({ brand: reference().optional(), category: reference().optional(), all: z.literal(true).optional() })
  .transform(({ brand, category, all }, context): DiscountScope => {
    const given: DiscountScope[] = [
      ...(brand === undefined ? [] : [{ appliesTo: 'brand' as const, name: brand }]),
      ...(category === undefined ? [] : [{ appliesTo: 'category' as const, name: category }]),
      ...(all ? [{ appliesTo: 'all' as const }] : []),
    ]
    if (given.length !== 1) context.addIssue({ code: 'custom', message: 'Give one of brand, category and all.' })
    return given[0]!
  })

export const TERMS_OPERATIONS = {
  'discount set': operation(
    z.object({ workspaceId: id, customer: reference(), on: scope, discountBp: digits(1, MAX_BP) }),
    (context, { workspaceId, ...input }) => setDiscount({ ...context, workspaceId }, input),
  ),
  'discount remove': operation(rule, async (context, { workspaceId, ...input }) => {
    await removeDiscount({ ...context, workspaceId }, input)
    return { ok: true }
  }),
  'agreed-price set': operation(
    z.object({
      workspaceId: id,
      customer: reference(),
      sku: reference(),
      unit: digits(0, MAX_PRICE),
      minQty: digits(1, MAX_QTY).default(1),
      startsAt: time().nullable().default(null),
      endsAt: time().nullable().default(null),
    }),
    (context, { workspaceId, ...input }) => setAgreedPrice({ ...context, workspaceId }, input),
  ),
  'agreed-price remove': operation(rule, async (context, { workspaceId, ...input }) => {
    await removeAgreedPrice({ ...context, workspaceId }, input)
    return { ok: true }
  }),
}

/** A time. A date alone means its midnight in UTC. */
function time() {
  return moment(
    z.union([z.iso.datetime({ offset: true }), z.iso.date()], 'Must be a time such as 2026-12-01T06:00:00Z.'),
  ).refine((at) => at.getTime() > 0, 'Must be after 1970.')
}

import { z } from 'zod'
import { publishPriceChange } from '../../price-changes/publish-price-change.ts'
import { cancelPriceChange, discardPriceChange, schedulePriceChange } from '../../price-changes/settle-price-change.ts'
import { id, moment, operation } from './operation.ts'

const time = moment(
  z.iso.datetime({ offset: true, error: 'Must be a time such as 2026-12-01T06:00:00Z, with its offset from UTC.' }),
)

const one = z.object({ workspaceId: id, id: z.string() })

export const PRICE_CHANGE_OPERATIONS = {
  'price-change publish': operation(
    one.extend({ fingerprint: z.string().trim().optional() }),
    (context, { workspaceId, ...input }) => publishPriceChange({ ...context, workspaceId }, input),
  ),
  'price-change schedule': operation(one.extend({ at: time }), (context, { workspaceId, ...input }) =>
    schedulePriceChange({ ...context, workspaceId }, input),
  ),
  'price-change cancel': operation(one, (context, { workspaceId, ...input }) =>
    cancelPriceChange({ ...context, workspaceId }, input),
  ),
  'price-change discard': operation(one, (context, { workspaceId, ...input }) =>
    discardPriceChange({ ...context, workspaceId }, input),
  ),
}

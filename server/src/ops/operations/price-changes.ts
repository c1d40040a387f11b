import { z } from 'zod'
import { counted } from '../../shared/counted.ts'
import { publishPriceChange } from '../../pricing/price-changes/publish-price-change.ts'
import {
  cancelPriceChange,
  discardPriceChange,
  schedulePriceChange,
} from '../../pricing/price-changes/settle-price-change.ts'
import { idOf, moment, operation, workspaceId } from './operation.ts'

const time = moment(
  z.iso.datetime({ offset: true, error: 'Must be a time such as 2026-12-01T06:00:00Z, with its offset from UTC.' }),
)

const one = z.object({ workspaceId, id: idOf('price change') })
const moving = one

export const PRICE_CHANGE_OPERATIONS = {
  'price-change publish': operation({
    description: 'Make the new prices the list prices, now and atomically.',
    input: moving.extend({
      fingerprint: z.string().trim().optional().meta({
        flags: '--fingerprint <fingerprint>',
        description: 'fingerprint of the preview: refuse if anything changed since then',
      }),
    }),
    run: publishPriceChange,
    print: ({ id, lineCount, skipped }) => [
      `Published the price change ${id}: ${lineCount} lines.`,
      ...(skipped > 0 ? [`Skipped ${counted(skipped, 'line')} of deleted products.`] : []),
    ],
    json: ({ id, status }) => ({ id, status }),
  }),
  'price-change schedule': operation({
    description: 'Schedule a draft: the service publishes it at that time.',
    input: moving.extend({
      at: time.meta({ flags: '--at <time>', description: 'ISO 8601, such as 2026-12-01T06:00:00Z' }),
    }),
    run: schedulePriceChange,
    print: ({ id }, { at }) => `The price change ${id} will be published at ${at}.`,
  }),
  'price-change cancel': operation({
    description: 'Cancel a scheduled price change.',
    input: moving,
    run: cancelPriceChange,
    print: ({ id }) => `Cancelled the price change ${id}.`,
  }),
  'price-change discard': operation({
    description: 'Discard a draft.',
    input: one,
    run: discardPriceChange,
    print: ({ id }) => `Discarded the price change ${id}.`,
  }),
}

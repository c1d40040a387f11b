import { expect, test } from 'vitest'
import { changedFields } from '../../web/src/console/activity/change-words.ts'

function inWords(changes: Record<string, unknown>): string[] {
  return changedFields(changes, { currency: 'GBP', timezone: 'Europe/London' }).map(({ name, from, to }) =>
    from === undefined ? `${name}: ${to}` : `${name}: from ${from} to ${to}`,
  )
}

test('fields are named and their values written as on the pages', () => {
  expect(
    inWords({
      active: { from: true, to: false },
      minOrderQty: { from: 1, to: 1200 },
      listPrice: { from: null, to: 2550 },
      'details.Weight': { from: null, to: '1 kg' },
      discountBp: 1250,
      orderLimit: { from: null, to: 50_000 },
      availability: { from: 'in_stock', to: 'made_to_order' },
      scheduledFor: '2026-07-01T05:00:00.000Z',
      paymentTermsDays: { from: 30, to: null },
      skus: ['HOL-1', 'M8_x_40'],
    }),
  ).toEqual([
    'Active: from yes to no',
    'Minimum order quantity: from 1 to 1,200',
    'List price: from nothing to £25.50',
    'Weight (detail): from nothing to 1 kg',
    'Discount: 12.5%',
    'May order: from any sum to up to £500.00',
    'Availability: from in stock to made to order',
    'Scheduled for: 1 Jul 2026, 06:00',
    'Payment terms days: from 30 to nothing',
    'SKUs: HOL-1, M8_x_40',
  ])
})

test('lines of a price change are named with their prices, and the rest is counted', () => {
  const lines = Array.from({ length: 10 }, (_, i) => ({ sku: `S${i}`, from: i === 0 ? null : 100, to: 200 }))
  expect(inWords({ lines: lines.slice(0, 2) })).toEqual(['Lines: S0 from nothing to £2.00, S1 from £1.00 to £2.00'])
  expect(inWords({ lines })[0]).toMatch(/S7 from £1\.00 to £2\.00 and 2 more$/)
})

test('ids and the currency say nothing to people, and long texts are cut', () => {
  expect(inWords({ priceChangeId: '01a20355-edc6-703f-ae78-80b7fdc633fe', currency: 'GBP', note: null })).toEqual([])
  expect(inWords({ description: { from: '', to: 'x'.repeat(4_000) } })[0]).toHaveLength(
    `Description: from nothing to ${'x'.repeat(160)}…`.length,
  )
})

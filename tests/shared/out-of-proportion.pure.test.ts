import { expect, test } from 'vitest'
import { askAboutQuantity } from '../../server/src/shared/out-of-proportion.ts'

const LINE = { sku: '0901', qty: 24, mostOrdered: 24, amount: 2_400, others: 10_000 }

test.each([
  ['20 times the largest line ever', { qty: 480 }, null],
  ['more', { qty: 285_820 }, '285,820 pcs of 0901? You never ordered more than 24.'],
  ['10,000 units that were never ordered', { mostOrdered: null, qty: 10_000 }, null],
  ['more units', { mostOrdered: null, qty: 10_001 }, '10,001 pcs of 0901? That is a lot.'],
  ['a hundred times all other lines', { amount: 1_000_000 }, null],
  [
    'more money',
    { amount: 1_000_001 },
    '24 pcs of 0901? This line costs a hundred times as much as all others together.',
  ],
  ['no other line', { amount: 1_000_001, others: 0 }, null],
])('whether a quantity is asked about: %s', (_, line, question) => {
  expect(askAboutQuantity({ ...LINE, ...line })).toBe(question)
})

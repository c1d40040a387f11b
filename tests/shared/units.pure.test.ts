import { expect, test } from 'vitest'
import { quantityInUnits } from '../../server/src/shared/units.ts'

test.each([
  [1, 'bottle', '1 bottle'],
  [12, 'bottle', '12 bottles'],
  [1200, 'Box', '1,200 Boxes'],
  [2, 'BUNCH', '2 BUNCHES'],
  [2, 'kg', '2 kg'],
  [70, 'cl', '70 cl'],
  [2, 'Flasche', '2 Flasche'],
  [2, 'case of 6', '2 × case of 6'],
  [1, 'case of 6', '1 × case of 6'],
  [3, '5l canister', '3 × 5l canister'],
  [12, 'each', '12'],
  [12, '', '12'],
])('%d of unit "%s" are written "%s"', (qty, unit, written) => {
  expect(quantityInUnits(qty, unit)).toBe(written)
})

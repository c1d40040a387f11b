import { expect, test } from 'vitest'
import { isUnit, quantityInUnits } from '../../server/src/shared/units.ts'

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

test('units are told from other short texts', () => {
  const units = ['each', 'EA', 'Bottles', 'boxes', 'case of 6', '6 x 330 ml', 'per metre', 'kg']
  const others = ['', 'x', 'L', 'M', '12', 'Blue', 'each way', 'Pint glass', 'in stock', 'y']
  expect(units.filter((text) => !isUnit(text))).toEqual([])
  expect(others.filter((text) => isUnit(text))).toEqual([])
})

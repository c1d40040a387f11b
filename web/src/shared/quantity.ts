import { MAX_QTY } from '../../../server/src/rules/limits.ts'
import { readQuantity } from '../../../server/src/rules/read-quantity.ts'

/** Reads a quantity as it is typed into a field. */
export function parseQuantity(
  text: string,
): { value: number; problem?: undefined } | { value?: undefined; problem: string } {
  const { value } = readQuantity(text)
  return value === undefined
    ? { problem: `Write a whole number from 1 to ${MAX_QTY.toLocaleString('en')}.` }
    : { value }
}

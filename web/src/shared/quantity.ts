import { MAX_QTY } from '../../../server/src/shared/limits.ts'
import { quantityProblem, readQuantity } from '../../../server/src/shared/order-quantity.ts'
import type { SoldIn } from '../../../server/src/shared/order-quantity.ts'

/** Reads a quantity as it is typed into a field. */
export function parseQuantity(
  text: string,
): { value: number; problem?: undefined } | { value?: undefined; problem: string } {
  const { value } = readQuantity(text)
  return value === undefined
    ? { problem: `Write a whole number from 1 to ${MAX_QTY.toLocaleString('en')}.` }
    : { value }
}

/** Why a quantity of a product cannot be ordered, at its field: "Sold in 6s: order 12 or 18". */
export function sayHowSold(qty: number, soldIn: SoldIn): string | undefined {
  const problem = quantityProblem(qty, soldIn)
  return problem === null ? undefined : `${problem[0]!.toUpperCase()}${problem.slice(1)}`
}

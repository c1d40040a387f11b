/** The largest quantity of a line. */
export const MAX_QTY = 1_000_000

const GROUPED = /^\d{1,3}([.,]\d{3})+$/

/** Reads a quantity as it is typed or pasted: a whole number, with or without separators, or with decimals of zero. */
export function readQuantity(
  text: string,
): { value: number; problem?: undefined } | { value?: undefined; problem: string } {
  const bare = text.replaceAll(/[\s'’\u00a0\u202f]/g, '')
  const integer = GROUPED.test(bare) ? bare : bare.replace(/[.,]0+$/, '')
  const whole = GROUPED.test(integer) ? integer.replaceAll(/[.,]/g, '') : integer
  const value = Number(whole)
  if (/^\d{1,9}$/.test(whole) && value >= 1 && value <= MAX_QTY) return { value }
  return { problem: `Write a whole number from 1 to ${MAX_QTY.toLocaleString('en')}.` }
}

/** The largest quantity of a line. */
const MAX_QTY = 1_000_000

/** Reads a quantity as it is typed or pasted: a whole number, with or without separators, or with decimals of zero. */
export function readQuantity(
  text: string,
): { value: number; problem?: undefined } | { value?: undefined; problem: string } {
  const bare = text.replaceAll(/[\s'’\u00a0\u202f]/g, '')
  const whole = /^\d+$/.test(bare)
    ? bare
    : /^\d{1,3}([.,]\d{3})+$/.test(bare)
      ? bare.replaceAll(/[.,]/g, '')
      : bare.replace(/^(\d+)[.,]0+$/, '$1')
  const value = Number(whole)
  if (/^\d{1,9}$/.test(whole) && value >= 1 && value <= MAX_QTY) return { value }
  return { problem: `Write a whole number from 1 to ${MAX_QTY.toLocaleString('en')}.` }
}

import { MAX_QTY } from './quote-queries.ts'

/** Reads a quantity as it is typed: a whole number, with or without commas. */
export function readQuantity(
  text: string,
): { value: number; problem?: undefined } | { value?: undefined; problem: string } {
  const bare = text.replaceAll(/[\s,]/g, '')
  const value = Number(bare)
  if (/^\d{1,9}$/.test(bare) && value >= 1 && value <= MAX_QTY) return { value }
  return { problem: `Write a whole number from 1 to ${MAX_QTY.toLocaleString('en')}.` }
}

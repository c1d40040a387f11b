import { MAX_QTY } from './limits.ts'
import { readNumber } from './read-number.ts'
import type { NumberForm } from './read-number.ts'
import type { ReadValue } from './read-value.ts'

type QuantityForm = { least?: number; most?: number } & Pick<NumberForm, 'mark'>

/** Reads a whole number, with or without separators, or with decimals of zero: a quantity, if no limits are given. */
export function readQuantity(text: string, { least = 1, most = MAX_QTY, mark }: QuantityForm = {}): ReadValue<number> {
  const read = readNumber(text, { decimals: 0, noun: 'a whole number', mark })
  if (read.reason !== undefined || (read.value >= least && read.value <= most)) return read
  return { reason: `"${text.trim()}" is not from ${least} to ${most}` }
}

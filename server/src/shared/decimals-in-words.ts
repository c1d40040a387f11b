import { counted } from './counted.ts'

const COUNTS = ['none', 'one', 'two', 'three', 'four', 'five', 'six']

/** none, one, two, … */
export function countInWords(count: number): string {
  return COUNTS[count] ?? String(count)
}

/** no decimals, one decimal, two decimals, … */
export function decimalsInWords(count: number): string {
  return `${count === 0 ? 'no' : countInWords(count)} ${count === 1 ? 'decimal' : 'decimals'}`
}

/** Round 412 prices to two decimals */
export function roundWords(count: number, decimals: number, one = 'price'): string {
  return `Round ${counted(count, one)} to ${decimalsInWords(decimals)}`
}

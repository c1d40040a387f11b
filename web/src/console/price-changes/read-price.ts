import { parseMoney } from '../../shared/money.tsx'

/** A text as a price in minor units, or what is wrong with it. */
export function readPrice(text: string, currency: string): { price: number } | { problem: string } {
  const { value, problem } = parseMoney(text, currency)
  return typeof value === 'number' ? { price: value } : { problem: problem ?? 'It is blank.' }
}

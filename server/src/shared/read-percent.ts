import { WHOLE_BP } from './basis-points.ts'
import { readNumber } from './read-number.ts'
import type { NumberForm } from './read-number.ts'
import type { ReadValue } from './read-value.ts'

type PercentForm = { min?: number; max?: number } & Pick<NumberForm, 'mark'>

/**
 * Reads a percentage as people write it ("12.5", "12,5 %") into basis points: by default above 0, up to 100. The limits
 * are in basis points. A sign is read if `min` is below 0.
 */
export function readPercent(text: string, { min = 1, max = WHOLE_BP, mark }: PercentForm = {}): ReadValue<number> {
  const plain = text.normalize('NFKC').trim()
  const sign = min < 0 ? /^[-−‒–+]/.exec(plain)?.[0] : undefined
  const read = readNumber(sign === undefined ? text : plain.slice(1), {
    decimals: 2,
    noun: 'a percentage',
    holder: 'a percentage',
    // No percentage has thousands.
    mark: mark ?? (plain.includes('.') ? '.' : null),
    bare: (number) => number.replace(/%$/, ''),
  })
  if (read.reason !== undefined) return read
  const value = sign === undefined || sign === '+' || read.value === 0 ? read.value : -read.value
  if (value >= min && value <= max) return { value }
  const from = min === 1 ? 'above 0 and up' : `from ${min / 100}`
  return { reason: `"${text.trim()}" is not ${from} to ${max / 100}` }
}

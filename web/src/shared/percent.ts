import type { Parsed } from './money.ts'
import { WHOLE_BP } from '../../../server/src/rules/basis-points.ts'

/**
 * Reads a percentage as people type it ("12.5", "12.5 %", "12,5") into basis points. A blank text is null.
 * The limits are in basis points.
 */
export function parsePercent(text: string, { min = 1, max = WHOLE_BP } = {}): Parsed {
  const trimmed = text.trim().replace(/\s*%$/, '')
  if (trimmed === '') return { value: null }
  const [, sign, whole, decimals = ''] = /^([+-]?)(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(trimmed) ?? []
  if (whole === undefined) return { problem: 'Write a percentage with at most two decimals, such as 12.5.' }
  const value = Number(whole + decimals.padEnd(2, '0')) * (sign === '-' ? -1 : 1)
  if (value < min || value > max) {
    return { problem: `Write a percentage from ${min / 100} to ${max / 100}.` }
  }
  return { value: value === 0 ? 0 : value }
}

import type { Parsed } from './money.ts'

/** Basis points as a percentage: 1250 is "12.5". */
export function formatPercent(basisPoints: number): string {
  return String(basisPoints / 100)
}

/**
 * Reads a percentage as people type it ("12.5", "12.5 %", "12,5") into basis points. A blank text is null.
 * @param most in basis points
 */
export function parsePercent(text: string, { least = 1, most = 10_000 } = {}): Parsed {
  const trimmed = text.trim().replace(/\s*%$/, '')
  if (trimmed === '') return { value: null }
  const [, sign, whole, decimals = ''] = /^([+-]?)(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(trimmed) ?? []
  if (whole === undefined) return { problem: 'Write a percentage with at most two decimals, such as 12.5.' }
  const value = Number(whole + decimals.padEnd(2, '0')) * (sign === '-' ? -1 : 1)
  if (value < least || value > most) {
    return { problem: `Write a percentage from ${formatPercent(least)} to ${formatPercent(most)}.` }
  }
  return { value: value === 0 ? 0 : value }
}

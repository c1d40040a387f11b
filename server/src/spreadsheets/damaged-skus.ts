/** Scientific notation, as spreadsheets show long numbers: 1.23E+11. */
const SCIENTIFIC = /^\d+(?:[.,]\d+)?E[+-]\d+$/i
const NUMERIC = /^\d+$/
const EXAMPLES = 3

type Seen = { count: number; leadingZeros: number; examples: string[] }

/**
 * Detects SKUs that a spreadsheet has damaged. To detect lost leading zeros, it compares lengths: a number is suspect
 * if it is shorter than numbers with leading zeros, or than the length that most numbers have.
 */
export function watchForDamagedSkus(): { see: (sku: string, line: number) => void; warnings: () => string[] } {
  const scientific: Seen = { count: 0, leadingZeros: 0, examples: [] }
  const byLength = new Map<number, Seen>()

  const note = (seen: Seen, sku: string, line: number) => {
    seen.count++
    if (sku.startsWith('0')) seen.leadingZeros++
    // Examples of damage are those without a leading zero.
    else if (seen.examples.length < EXAMPLES) seen.examples.push(`${sku} (row ${line})`)
  }

  return {
    see: (sku, line) => {
      if (SCIENTIFIC.test(sku)) note(scientific, sku, line)
      if (!NUMERIC.test(sku)) return
      const seen = byLength.get(sku.length) ?? { count: 0, leadingZeros: 0, examples: [] }
      byLength.set(sku.length, seen)
      note(seen, sku, line)
    },
    warnings: () => [
      ...(scientific.count === 0
        ? []
        : [`${rowsHave(scientific.count)} a SKU that a spreadsheet has shortened: ${scientific.examples.join(', ')}.`]),
      ...lostZeros(byLength),
    ],
  }
}

function lostZeros(byLength: Map<number, Seen>): string[] {
  const width = usualWidth(byLength)
  if (width === undefined) return []
  const shorter = [...byLength].filter(([length]) => length < width).map(([, seen]) => seen)
  const count = shorter.reduce((sum, seen) => sum + seen.count - seen.leadingZeros, 0)
  if (count === 0) return []
  const examples = shorter.flatMap((seen) => seen.examples).slice(0, EXAMPLES)
  return [
    `${rowsHave(count)} a SKU of fewer than ${width} digits, which may have lost leading zeros: ${examples.join(', ')}.`,
  ]
}

/** The length of numbers with leading zeros, else the length of more than half of the numbers. */
function usualWidth(byLength: Map<number, Seen>): number | undefined {
  const entries = [...byLength]
  const total = entries.reduce((sum, [, { count }]) => sum + count, 0)
  const [zeroed] = entries
    .filter(([, { leadingZeros }]) => leadingZeros > 0)
    .toSorted(([, a], [, b]) => b.leadingZeros - a.leadingZeros)
  return (zeroed ?? entries.find(([, { count }]) => count * 2 > total))?.[0]
}

function rowsHave(count: number): string {
  return count === 1 ? '1 row has' : `${count} rows have`
}

import type { OnDuplicate } from '../database/column-values.ts'
import type { ReadItem } from './import-kind.ts'
import { watchForDamagedSkus } from './kinds/damaged-skus.ts'

/** Which rows of a file count. */
type Survey = {
  rows: number
  /** For each key with a good row: the line of the chosen row. */
  chosen: ReadonlyMap<string, number>
  /** Good rows that are skipped, because another row with the same key is chosen. */
  duplicates: number
  /** Keys that are on more than one row, good or bad. */
  repeatedKeys: number
  /** Some of them, each with its first two lines. */
  repeated: { label: string; lines: [number, number] }[]
  /** SKUs that look damaged. */
  warnings: readonly string[]
}

const EXAMPLES = 5

/** Looks at the rows of a file, one by one, to choose those that count. It keeps only keys and lines, not the rows. */
export function surveyRows(onDuplicate: OnDuplicate): {
  see: (row: ReadItem<unknown>, line: number) => void
  hasDuplicates: () => boolean
  found: () => Survey
} {
  const damaged = watchForDamagedSkus()
  const firstLines = new Map<string, number>()
  const repeated = new Map<string, { label: string; lines: [number, number] }>()
  const chosen = new Map<string, number>()
  const partial = new Set<string>()
  let [rows, duplicates] = [0, 0]

  const see = ({ label, sku, key, reasons, isPartial = false }: ReadItem<unknown>, line: number) => {
    rows++
    if (sku !== undefined) damaged.see(sku, line)
    if (key !== undefined) {
      const first = firstLines.get(key)
      if (first === undefined) firstLines.set(key, line)
      else if (!repeated.has(key)) repeated.set(key, { label: label ?? key, lines: [first, line] })
    }
    if (reasons) return
    const isRepeated = chosen.has(key)
    if (isRepeated) duplicates++
    const isBetter = partial.has(key) === isPartial ? onDuplicate === 'last' : !isPartial
    if (isRepeated && !isBetter) return
    chosen.set(key, line)
    if (isPartial) partial.add(key)
    else partial.delete(key)
  }
  return {
    see,
    hasDuplicates: () => duplicates > 0,
    found: () => ({
      rows,
      chosen,
      duplicates,
      repeatedKeys: repeated.size,
      repeated: [...repeated.values()].slice(0, EXAMPLES),
      warnings: damaged.warnings(),
    }),
  }
}

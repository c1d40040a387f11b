import type { ProductItem } from '@trade-catalogue/client'
import { matchingKey } from '../matching-key.ts'
import { watchForDamagedSkus } from './damaged-skus.ts'
import type { CsvFile } from './read-csv.ts'
import type { ReadRow } from './read-row.ts'

/** The rule for several rows with the same SKU: refuse the file, or choose the first or the last good row. */
export const ON_DUPLICATE = ['error', 'first', 'last'] as const
export type OnDuplicate = (typeof ON_DUPLICATE)[number]

/** The result of the first pass over a file, which sends nothing. */
export type Survey = {
  rows: number
  /** For each SKU with a good row: the line of the chosen row. */
  chosen: ReadonlyMap<string, number>
  /** Good rows that are skipped, because another row with the same SKU is chosen. */
  duplicates: number
  /** SKUs that are on more than one row, good or bad. */
  repeatedSkus: number
  /** Some of them, each with its first two lines. */
  repeated: readonly { sku: string; lines: readonly [number, number] }[]
  rejected: number
  /** Some of the rejected rows. */
  rejects: readonly { line: number; reasons: string[] }[]
  /** Some products that would be sent. */
  preview: readonly ProductItem[]
  /** SKUs that look damaged. */
  warnings: readonly string[]
}

const EXAMPLES = 5

/**
 * Reads a file to choose the rows to send. It keeps only SKUs and lines in memory, not the rows. `onReject` is told all
 * rejected rows.
 */
export async function surveyRows(
  file: Pick<CsvFile, 'records'>,
  read: (cells: readonly string[]) => ReadRow,
  onDuplicate: OnDuplicate,
  signal?: AbortSignal,
  onReject?: (reject: { line: number; sku: string | undefined; reasons: string[] }) => void,
): Promise<Survey> {
  const damaged = watchForDamagedSkus()
  const firstLines = new Map<string, number>()
  const repeated = new Map<string, { sku: string; lines: [number, number] }>()
  const chosen = new Map<string, number>()
  const preview: ProductItem[] = []
  const rejects: { line: number; reasons: string[] }[] = []
  let [rows, duplicates, rejected] = [0, 0, 0]

  for await (const { cells, line } of file.records()) {
    signal?.throwIfAborted()
    rows++
    const { sku, product, reasons } = read(cells)
    const key = sku === undefined ? undefined : matchingKey(sku)
    if (sku !== undefined && key !== undefined) {
      damaged.see(sku, line)
      const first = firstLines.get(key)
      if (first === undefined) firstLines.set(key, line)
      else if (!repeated.has(key)) repeated.set(key, { sku, lines: [first, line] })
    }
    if (product === undefined) {
      rejected++
      onReject?.({ line, sku, reasons })
      if (rejects.length < EXAMPLES) rejects.push({ line, reasons })
      continue
    }
    const isRepeated = chosen.has(key!)
    if (isRepeated) duplicates++
    if (!isRepeated || onDuplicate === 'last') chosen.set(key!, line)
    if (!isRepeated && preview.length < EXAMPLES) preview.push(product)
  }
  return {
    rows,
    chosen,
    duplicates,
    repeatedSkus: repeated.size,
    repeated: [...repeated.values()].slice(0, EXAMPLES),
    rejected,
    rejects,
    preview,
    warnings: damaged.warnings(),
  }
}

import type { WorkspaceContext } from '../context.ts'
import type { Actor, ImportKindName } from '../database/column-values.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { firstRecords } from './import-parts.ts'
import { findImport } from './import-row.ts'
import type { ImportRow } from './import-row.ts'
import { KINDS } from './import-kinds.ts'
import { reasonToLeaveOut } from '../spreadsheets/private-columns.ts'
import { mappingOf, usableFields, valuesAt } from './columns.ts'

/** Rows that are shown to choose the header from, and sample values of a column. */
const TOP_ROWS = 20
const TOP_CELLS = 30
const SAMPLES = 3
const MAX_SAMPLE = 80

/** An import in a list. */
export type ImportSummary = {
  id: string
  fileName: string
  kind: ImportKindName
  status: Exclude<ImportRow['status'], 'reading'>
  problem: string | null
  /** Rows of the sheet, the header and blank ones apart. Null until it is checked. */
  rows: number | null
  /** How far a check, an import or an undo has come. Null while nothing goes on. */
  progress: { done: number; total: number } | null
  uploadedBy: string
  uploadedAt: string
  startedBy: string | null
  startedAt: string | null
  finishedAt: string | null
  /** What the import has done so far. Null until it has begun. */
  counts: { created: number; updated: number; unchanged: number; priceChanges: number; rejected: number } | null
  priceChangeId: string | null
  /** What undoing it has done so far: records that are as before, that are deleted again, and that were left. */
  undone: { restored: number; removed: number; left: number } | null
}

/** An import with how its file is read and what its check found. Throws NotFound. */
export async function readImport(context: WorkspaceContext, { id }: { id: string }) {
  const row = await findImport(context, id)
  const { file, found } = row
  const { header, uses, clearing = [], skus = {}, ...reading } = row.reading
  const kind = KINDS[row.kind]
  const records = await firstRecords(context, { id, sheet: reading.sheet })
  const body = records.filter(({ line }) => line > reading.headerLine)
  return {
    ...summaryOf(row),
    file,
    reading: {
      ...reading,
      columns: header.map((name, column) => ({
        name,
        use: uses[column]!,
        clears: clearing.includes(column),
        samples: samplesOf(body, column),
        whyPrivate: kind.otherColumns === 'details' ? reasonToLeaveOut(name, valuesAt(body, column)) : null,
      })),
      skus,
      roundsPrices: reading.roundsPrices ?? false,
    },
    top: records.slice(0, TOP_ROWS).map(({ line, cells }) => ({ line, cells: cells.slice(0, TOP_CELLS).map(cut) })),
    fields: usableFields(kind),
    hasDetails: kind.otherColumns === 'details',
    problems: mappingOf(kind, row.reading).problems,
    check: found,
  }
}

export function summaryOf(row: ImportRow): ImportSummary {
  const { created, updated, unchanged, prices, rejected, restored, removed, kept: left } = row
  const isAtWork = ['checking', 'importing', 'undoing'].includes(row.status)
  const isUndone = ['undoing', 'undone'].includes(row.status)
  return {
    id: row.id,
    fileName: row.file_name,
    kind: row.kind,
    status: row.status as ImportSummary['status'],
    problem: row.problem,
    rows: row.found?.rows ?? null,
    progress: isAtWork ? { done: row.done, total: row.total } : null,
    uploadedBy: row.uploaded_by.name,
    uploadedAt: row.created_at.toISOString(),
    startedBy: (row.started_by as Actor | null)?.name ?? null,
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    counts: row.started_at ? { created, updated, unchanged, priceChanges: prices, rejected } : null,
    priceChangeId: row.price_change_id,
    undone: isUndone ? { restored, removed, left } : null,
  }
}

function samplesOf(records: readonly CsvRecord[], column: number): string[] {
  const values = new Set<string>()
  for (const { cells } of records) {
    const value = cells[column]?.trim()
    if (value) values.add(cut(value))
    if (values.size === SAMPLES) break
  }
  return [...values]
}

function cut(text: string): string {
  return text.length > MAX_SAMPLE ? `${text.slice(0, MAX_SAMPLE)}…` : text
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { Actor } from '../../database/column-values.ts'
import { addDays, dayOf, startOfDay } from '../../lib/local-time.ts'
import { reasonToLeaveOut } from '../spreadsheets/columns.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { isClearable, problemsOf, valuesAt } from './columns.ts'
import type { RecordChange } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { findImport, firstRecords } from './import-row.ts'
import type { ImportRow } from './import-row.ts'

/** Rows that are shown to choose the header from, and below it. */
const TOP_ROWS = 20
const TOP_CELLS = 30
const PREVIEW_ROWS = 5
const MAX_SAMPLE = 80

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
        whyPrivate: kind.otherColumns === 'details' ? reasonToLeaveOut(name, valuesAt(body, column)) : null,
      })),
      skus,
      newUnit: reading.newUnit ?? '',
      roundsPrices: reading.roundsPrices ?? false,
    },
    top: records.slice(0, TOP_ROWS).map(({ line, cells }) => ({ line, cells: cells.slice(0, TOP_CELLS).map(cut) })),
    preview: body
      .slice(0, PREVIEW_ROWS)
      .map(({ line, cells }) => ({ line, cells: header.map((_, at) => cut((cells[at] ?? '').trim())) })),
    fields: Object.entries(kind.columns).map(([field, { label, isRequired = false, identifies = false }]) => ({
      field,
      label,
      isRequired,
      mayBeConstant: !identifies,
      isClearable: isClearable(kind, field),
    })),
    hasDetails: kind.otherColumns === 'details',
    problems: problemsOf(kind, row.reading),
    check: found,
  }
}

/** An import in a list. What there is not yet is null. `left`: what somebody else has changed since. */
function summaryOf(row: ImportRow) {
  const { created, updated, unchanged, prices, rejected, restored, removed, kept: left } = row
  const isAtWork = ['checking', 'importing', 'undoing'].includes(row.status)
  const isUndone = ['undoing', 'undone'].includes(row.status)
  return {
    id: row.id,
    fileName: row.file_name,
    kind: row.kind,
    status: row.status as Exclude<ImportRow['status'], 'reading'>,
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

function cut(text: string): string {
  return text.length > MAX_SAMPLE ? `${text.slice(0, MAX_SAMPLE)}…` : text
}

type Page = { limit: number; offset: number }

/** A page of the imports of a workspace, newest first. */
export async function listImports(context: WorkspaceContext, page: Page) {
  return (await importRows(context, page)).map(summaryOf)
}

/**
 * Their rows; only of the imports that came by the API, if that is asked. Of what a check found they have the counts.
 */
export async function importRows(
  { db, workspaceId }: WorkspaceContext,
  { limit, offset, byApi = false }: Page & { byApi?: boolean },
): Promise<ImportRow[]> {
  const rows = await db
    .selectFrom('data_import')
    .selectAll()
    .select(
      sql`found - array['fields', 'examples', 'newOnes', 'rejects', 'damaged', 'repeated'] #- '{prices,moves}'`.as(
        'found',
      ),
    )
    .where('workspace_id', '=', workspaceId)
    .where('status', '<>', 'reading')
    .$if(byApi, (query) => query.where(sql<boolean>`uploaded_by ->> 'type' = 'key'`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows as ImportRow[]
}

type ImportedChange = Pick<RecordChange, 'recordId' | 'shownOn' | 'label' | 'line' | 'kind' | 'changes'> & {
  /** What an undo made of it; `kept`: somebody else has changed the record since. */
  outcome: 'restored' | 'removed' | 'kept' | null
}

/** A page of what an import changed, field by field, in the order of the file. Throws NotFound. */
export async function listChanges(
  context: WorkspaceContext,
  { id, outcome, limit, offset }: { id: string; outcome?: 'kept' | undefined; limit: number; offset: number },
): Promise<ImportedChange[]> {
  await findImport(context, id)
  const rows = await context.db
    .selectFrom('record_edit_line')
    .select(['record_id as recordId', 'shown_on as shownOn', 'label', 'line', 'changes', 'outcome'])
    .select(
      sql`case when version is null then 'price' when before is null then 'created' else 'updated' end`.as('kind'),
    )
    .where('workspace_id', '=', context.workspaceId)
    .where('edit_id', '=', id)
    .$if(outcome !== undefined, (query) => query.where('outcome', '=', outcome!))
    .orderBy('workspace_id')
    .orderBy('edit_id')
    .orderBy('line')
    .orderBy('record_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows as ImportedChange[]
}

/** Files are kept for a month. */
const DAYS = 31

/** What was imported on each of the last days, by when its file came, the oldest first: of the files that are kept. */
export async function importsByDay(context: WorkspaceContext) {
  const { db, workspaceId, clock } = context
  const { timezone } = await readWorkspace(context, workspaceId)
  const first = addDays(dayOf(clock(), timezone), 1 - DAYS)
  const { rows } = await sql<{ day: string } & Record<'files' | 'written' | 'rejected', number>>`
    select to_char(created_at at time zone ${timezone}, 'YYYY-MM-DD') as day, count(*)::int as files,
      (coalesce(sum(created + updated + prices) filter (where status <> 'undone'), 0))::int as written,
      sum(rejected)::int as rejected
    from data_import
    where workspace_id = ${workspaceId} and created_at >= ${startOfDay(first, timezone)} and status <> 'reading'
    group by 1`.execute(db)
  const found = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: DAYS }, (_, i) => {
    const day = addDays(first, i)
    return found.get(day) ?? { day, files: 0, written: 0, rejected: 0 }
  })
}

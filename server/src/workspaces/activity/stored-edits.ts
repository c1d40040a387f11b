import { sql } from 'kysely'
import type { Context, WorkspaceContext } from '../../context.ts'
import { rowset } from '../../database/rowset.ts'
import type { Row } from '../../database/tables.ts'
import { NotFound } from '../../errors.ts'
import { uuidOf } from '../../lib/uuid.ts'
import { versionsOf } from './record-versions.ts'
import type { Versioned } from './record-versions.ts'
import { requireNotUndone, EDIT_KEPT_MS } from './ways-to-undo.ts'

/** What an act did to a record: what it was before, null if it is new, and the version that the act left. */
export type StoredLine<Before = any> = {
  id: string
  line: number
  label: string
  before: Before | null
  version: string | null
}

/** A record that is changed, with what it was; null for one that was added. */
export type StoredRecord = { recordId: string; label: string; before: object | null }

/** The same in its row of a file. `isUndoable`: its version is kept. */
export type NewLine = StoredRecord & { line: number; isUndoable: boolean; shownOn?: string; changes?: object }

type Edit = Pick<Row<'record_edit'>, 'id' | 'kind'> & Partial<Pick<Row<'record_edit'>, 'field' | 'price_change_id'>>

/** How many lines the edits of a workspace, or of a draft, have together that are kept before a new one. */
const KEPT_LINES = 1_000_000
/** How many edits of a workspace are kept, besides those of drafts. */
const KEPT = 200

const TABLES = { customers: 'customer', agreed_prices: 'agreed_price' } as const

/**
 * Keeps what an act on many customers or agreed prices changed, with the versions that it left, so that it can be
 * undone. `id` is that of its entry in the activity. Call it in the transaction of the act, once all is written.
 */
export async function storeEdit(
  trx: WorkspaceContext,
  { id, kind, lines }: { id: string; kind: keyof typeof TABLES; lines: readonly StoredRecord[] },
): Promise<void> {
  await dropOldEdits(trx)
  await insertEdit(trx, { id, kind }, lines.length)
  const inOrder = lines.map((line, i) => ({ ...line, line: i + 1, isUndoable: true }))
  await storeLines(trx, id, TABLES[kind], inOrder)
}

const COLUMNS = '"recordId" uuid, line integer, label text, before jsonb, version text, "shownOn" uuid, changes jsonb'

/**
 * Keeps lines of an edit or an import, with the versions that the table has now. Of a record that it has changed before,
 * it keeps the line and what it was at first.
 */
export async function storeLines(
  trx: WorkspaceContext,
  id: string,
  table: Versioned,
  lines: readonly NewLine[],
): Promise<void> {
  if (lines.length === 0) return
  const versions = await versionsOf(
    trx,
    table,
    lines.flatMap(({ recordId, isUndoable }) => (isUndoable ? [recordId] : [])),
  )
  const rows = lines.map((line) => ({ ...line, version: versions.get(line.recordId) }))
  await sql`
    insert into record_edit_line as l
      (workspace_id, edit_id, record_id, line, label, before, version, shown_on, changes)
    select ${trx.workspaceId}, ${id}, "recordId", line, label, before, version, "shownOn", changes
    from ${rowset(rows, COLUMNS)}
    on conflict (workspace_id, record_id, edit_id) do update set changes = l.changes || excluded.changes,
      version = case when l.version is not null then coalesce(excluded.version, l.version) end`.execute(trx.db)
}

/** Lines that are looked at together: more than a paste has. */
const SLICE = 2_500

/** All lines of an edit or an import in slices, the last ones first. */
export async function* linesOf(context: WorkspaceContext, id: string): AsyncGenerator<StoredLine[]> {
  for (let before: number | undefined; ;) {
    const lines = await linesBefore(context, id, SLICE, before)
    if (lines.length === 0) return
    yield lines
    before = lines.at(-1)!.line
  }
}

/** The last lines before one that can be undone, with all those of the same row. */
export async function linesBefore(
  { db, workspaceId }: WorkspaceContext,
  id: string,
  count: number,
  before = 2 ** 31 - 1,
): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select record_id as id, line, label, before, version from record_edit_line
    where workspace_id = ${workspaceId} and edit_id = ${id} and line < ${before}
      and version is not null and outcome is null
    order by workspace_id desc, edit_id desc, line desc fetch first ${sql.lit(count)} rows with ties`.execute(db)
  return rows
}

export async function insertEdit(
  { db, workspaceId, clock }: WorkspaceContext,
  edit: Edit,
  lines: number,
): Promise<void> {
  await db
    .insertInto('record_edit')
    .values({
      workspace_id: workspaceId,
      field: null,
      price_change_id: null,
      ...edit,
      created_at: clock(),
      line_count: lines,
    })
    .execute()
}

/**
 * Drops the edits of a workspace, or of a draft, that can no longer be undone, and makes room for one more. It waits for
 * no undo.
 */
export async function dropOldEdits({ db, workspaceId, clock }: WorkspaceContext, draftId?: string): Promise<void> {
  const oldest = new Date(clock().getTime() - EDIT_KEPT_MS)
  const others = draftId === undefined ? sql`price_change_id is null` : sql`price_change_id = ${draftId}`
  const isOver = draftId === undefined ? sql`created_at <= ${oldest} or place >= ${sql.lit(KEPT)}` : sql`false`
  await sql`
    with old as (
      select id from (
        select id, created_at, row_number() over newest as place, sum(line_count) over newest as lines
        from record_edit where workspace_id = ${workspaceId} and ${others}
        window newest as (order by created_at desc, id desc)) edit
      where ${isOver} or lines > ${sql.lit(KEPT_LINES)}
    ), dropped as (
      delete from record_edit where workspace_id = ${workspaceId} and id in (
        select id from record_edit where workspace_id = ${workspaceId} and id in (select id from old)
        for update skip locked)
      returning id)
    delete from record_edit_line
    where workspace_id = ${workspaceId} and edit_id in (select id from dropped)`.execute(db)
}

/**
 * Removes the edits that can no longer be undone, with the values that they keep, in small statements: a large one would
 * hold others up.
 */
export async function removeOldEdits({ db, clock }: Context): Promise<void> {
  const oldest = new Date(clock().getTime() - EDIT_KEPT_MS)
  const { rows: old } = await sql<{ workspaceId: string; id: string }>`
    select workspace_id as "workspaceId", id from record_edit e where created_at <= ${oldest} and not exists (
      select from price_change c
      where c.workspace_id = e.workspace_id and c.id = e.price_change_id
        and c.status in ('draft', 'scheduled'))`.execute(db)
  for (const { workspaceId, id } of old) {
    await deleteLines({ db, workspaceId }, id)
    await sql`delete from record_edit where workspace_id = ${workspaceId} and id = ${id}`.execute(db)
  }
}

/** Deletes the lines of an edit or an import. */
export async function deleteLines(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  id: string,
): Promise<void> {
  const theirs = sql`workspace_id = ${workspaceId} and edit_id = ${id}`
  const part = sql`
    delete from record_edit_line where ${theirs} and line in (
      select line from record_edit_line where ${theirs} order by workspace_id, edit_id, line limit 1000)`
  while (((await part.execute(db)).numAffectedRows ?? 0n) > 0n);
}

/**
 * An edit that can be undone; locked, until the transaction ends. Throws NotFound if it is too old, and InvalidRequest if
 * it is undone already.
 */
export async function readUndoableEdit(
  context: WorkspaceContext,
  id: string,
  mode?: 'locked',
): Promise<Row<'record_edit'>> {
  const { db, workspaceId, clock } = context
  const oldest = new Date(clock().getTime() - EDIT_KEPT_MS)
  const edit = await db
    .selectFrom('record_edit')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', uuidOf(id))
    .where((edit) => edit.or([edit('created_at', '>', oldest), edit('price_change_id', 'is not', null)]))
    .$if(mode === 'locked', (query) => query.forUpdate())
    .executeTakeFirst()
  if (!edit) throw new NotFound('There is no change of that id that can still be undone.')
  await requireNotUndone(context, id)
  return edit
}

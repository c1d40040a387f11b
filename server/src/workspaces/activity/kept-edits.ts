import { sql } from 'kysely'
import type { Context, WorkspaceContext } from '../../context.ts'
import { rowset } from '../../database/rowset.ts'
import type { Row } from '../../database/tables.ts'
import { NotFound } from '../../errors.ts'
import { isUuid } from '../../lib/uuid.ts'
import { versionsOf } from './record-versions.ts'
import { requireNotUndone } from './undone.ts'
import { EDIT_KEPT_MS } from './ways-to-undo.ts'

/** What a record was; null for one that was added. */
export type KeptRecord = { recordId: string; label: string; before: object | null }

type Edit = Pick<Row<'record_edit'>, 'id' | 'kind'> & { field?: Row<'record_edit'>['field'] }

/** How many edits of a workspace are kept, and how many lines they have together, before a new one. */
const KEPT = 200
const KEPT_LINES = 2_000_000

const TABLES = { customers: 'customer', agreed_prices: 'agreed_price' } as const

/**
 * Keeps what an act on many customers or agreed prices changed, with the versions that it left, so that it can be
 * undone. `id` is that of its entry in the activity. Call it in the transaction of the act, once all is written.
 */
export async function keepEdit(
  trx: WorkspaceContext,
  { id, kind, lines }: { id: string; kind: keyof typeof TABLES; lines: readonly KeptRecord[] },
): Promise<void> {
  await dropOldEdits(trx)
  await insertEdit(trx, { id, kind }, lines.length)
  const ids = lines.map(({ recordId }) => recordId)
  const versions = await versionsOf(trx, TABLES[kind], ids)
  const rows = lines.map(({ recordId, ...line }) => ({
    record_id: recordId,
    version: versions.get(recordId),
    ...line,
  }))
  await sql`
    insert into record_edit_line (workspace_id, edit_id, record_id, label, before, version)
    select ${trx.workspaceId}, ${id}, record_id, label, before, version
    from ${rowset(rows, 'record_id uuid, label text, before jsonb, version text')}`.execute(trx.db)
}

export async function insertEdit(
  { db, workspaceId, clock }: WorkspaceContext,
  edit: Edit,
  lines: number,
): Promise<void> {
  await db
    .insertInto('record_edit')
    .values({ workspace_id: workspaceId, field: null, ...edit, created_at: clock(), line_count: lines })
    .execute()
}

/** Drops the edits of a workspace that can no longer be undone, and makes room for one more. It waits for no undo. */
export async function dropOldEdits({ db, workspaceId, clock }: WorkspaceContext): Promise<void> {
  const oldest = new Date(clock().getTime() - EDIT_KEPT_MS)
  await sql`
    with old as (
      select id from (
        select id, created_at, row_number() over newest as place, sum(line_count) over newest as lines
        from record_edit where workspace_id = ${workspaceId}
        window newest as (order by created_at desc, id desc)) edit
      where created_at <= ${oldest} or place >= ${sql.lit(KEPT)} or lines > ${sql.lit(KEPT_LINES)}
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
    select workspace_id as "workspaceId", id from record_edit where created_at <= ${oldest}`.execute(db)
  for (const { workspaceId, id } of old) {
    const theirs = sql`workspace_id = ${workspaceId} and edit_id = ${id}`
    const part = sql`
      delete from record_edit_line where ${theirs} and record_id in (
        select record_id from record_edit_line where ${theirs} order by workspace_id, edit_id, record_id limit 1000)`
    while (((await part.execute(db)).numAffectedRows ?? 0n) > 0n);
    await sql`delete from record_edit where workspace_id = ${workspaceId} and id = ${id}`.execute(db)
  }
}

/**
 * An edit that can be undone; locked, until the transaction ends. Throws NotFound if it is older than a day, and
 * InvalidRequest if it is undone already.
 */
export async function readUndoableEdit(
  context: WorkspaceContext,
  id: string,
  mode?: 'locked',
): Promise<Row<'record_edit'>> {
  const { db, workspaceId, clock } = context
  const oldest = new Date(clock().getTime() - EDIT_KEPT_MS)
  const edit = isUuid(id)
    ? await db
        .selectFrom('record_edit')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('created_at', '>', oldest)
        .$if(mode === 'locked', (query) => query.forUpdate())
        .executeTakeFirst()
    : undefined
  if (!edit) throw new NotFound('There is no change of that id that can still be undone: a day has passed.')
  await requireNotUndone(context, id)
  return edit
}

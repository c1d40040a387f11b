import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { Undone, Actor } from '../../database/column-values.ts'
import { rowset } from '../../database/rowset.ts'
import type { PriceImpact } from '../../shared/price-impact.ts'
import type { ActivityEntry } from './list-activity.ts'
import { InvalidRequest } from '../../errors.ts'

/** How long an act on many records can be undone, in milliseconds. */
export const EDIT_KEPT_MS = 24 * 3_600_000
/** How long an import is kept, with the rows of its file and what it changed: then it cannot be undone. */
export const IMPORT_KEPT_MS = 30 * EDIT_KEPT_MS

/** What can be undone: an edit of products or customers, pasted agreed prices, an edit of a draft, an import. */
export const UNDOABLE = ['product_edit', 'customer_edit', 'agreed_price_edit', 'price_change_edit', 'import'] as const

/** How an act can be undone. */
export type WayToUndo = {
  kind: (typeof UNDOABLE)[number]
  /** Of the edit or the import. */
  id: string
  /** An ISO time. Null: as long as it is a draft. */
  until: string | null
}

export type UndoForecast = {
  undoes: number
  /** Records that were changed since, or are new and used, and stay as they are. */
  leaves: number
  /** The first of these that are there, by SKU or name; new products with what they are used for. */
  examples: string[]
  /** What it would do to prices of customers. Null where products and customers stay where they are. */
  moves: PriceImpact | null
}

/** Examples in a forecast. */
export const LEFT_TOLD = 5

const KINDS: Record<string, WayToUndo['kind']> = {
  'product.bulk_update': 'product_edit',
  'customer.bulk_update': 'customer_edit',
  'agreed_price.paste': 'agreed_price_edit',
  'price_change.edit': 'price_change_edit',
  'import.finish': 'import',
  'import.stop': 'import',
}

/** What may be undone of the entries of a page. */
type Asked = { entry: string; kind: WayToUndo['kind']; id: string }

/** An entry that tells how it can be undone, or who undid it. */
export type UndoableEntry = ActivityEntry & { undo: WayToUndo | null; undone: Undone | null }

/** The entries, with how those can be undone that are not undone yet. */
export async function withWaysToUndo(
  context: WorkspaceContext,
  entries: readonly Omit<UndoableEntry, 'undo'>[],
): Promise<UndoableEntry[]> {
  const ways = await waysToUndo(context, entries.filter(({ undone }) => !undone).flatMap(asksToUndo))
  return entries.map((entry) => ({ ...entry, undo: ways.get(entry.id) ?? null }))
}

/** What the entry of the activity tells, if it is of a kind that can be undone. */
function asksToUndo({ id: entry, action, subject }: Pick<ActivityEntry, 'id' | 'action' | 'subject'>): Asked[] {
  const kind = KINDS[action]
  return kind ? [{ entry, kind, id: kind === 'import' ? subject.id! : entry }] : []
}

/** The ways to undo them, by the ids of the entries. A look-up for each. */
export async function waysToUndo(
  { db, workspaceId, clock }: WorkspaceContext,
  asked: readonly Asked[],
): Promise<Map<string, WayToUndo>> {
  if (asked.length === 0) return new Map()
  const { rows } = await sql<Omit<WayToUndo, 'until'> & { entry: string; from: Date | null }>`
    select asked.entry, asked.kind, asked.id, found."from"
    from ${rowset(asked, 'entry uuid, kind text, id uuid', 'asked')} cross join lateral (
      select case when e.price_change_id is null then e.created_at end as "from" from record_edit e
      where e.workspace_id = ${workspaceId} and e.id = asked.id and asked.kind <> 'import'
        and (e.price_change_id is null or exists (
          select from price_change where workspace_id = ${workspaceId} and id = e.price_change_id and status = 'draft'))
      union all
      select coalesce(finished_at, created_at) from data_import
      where workspace_id = ${workspaceId} and id = asked.id and asked.kind = 'import'
        and started_at is not null and status in ('stopped', 'done', 'failed')
        and created + updated > 0) found`.execute(db)
  const now = clock().getTime()
  return new Map(
    rows.flatMap(({ entry, from, ...way }) => {
      const kept = way.kind === 'import' ? IMPORT_KEPT_MS : EDIT_KEPT_MS
      const until = from && new Date(from.getTime() + kept)
      if (until && until.getTime() <= now) return []
      return [[entry, { ...way, until: until?.toISOString() ?? null }] as const]
    }),
  )
}

/** Throws InvalidRequest if what the entry tells is undone already. Call it with the edit locked. */
export async function requireNotUndone({ db, workspaceId }: WorkspaceContext, id: string): Promise<void> {
  const entry = await db
    .selectFrom('activity')
    .select('undone')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (entry?.undone) throw new InvalidRequest(`This is undone. ${entry.undone.by.name} already did this.`)
}

/** Has the entry of an edit tell that the current actor undid it. Call it before what raises the revision. */
export async function markUndone(context: WorkspaceContext, id: string): Promise<void> {
  await mark(context, sql`id = ${id}`)
}

/** The same for the entries of an import. */
export async function markImportUndone(context: WorkspaceContext, importId: string): Promise<void> {
  await mark(context, sql`subject ->> 'id' = ${importId} and action in ('import.finish', 'import.stop')`)
}

/** Who began to undo an import. */
export async function undoerOf({ db, workspaceId }: WorkspaceContext, importId: string): Promise<Actor> {
  const { actor } = await db
    .selectFrom('activity')
    .select('actor')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`subject ->> 'id' = ${importId}`)
    .where('action', '=', 'import.undo')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return actor
}

async function mark({ db, workspaceId, actor, clock }: WorkspaceContext, entries: RawBuilder<unknown>): Promise<void> {
  const undone = { by: actor, at: clock().toISOString() }
  await sql`
    update activity set undone = ${JSON.stringify(undone)}
    where workspace_id = ${workspaceId} and ${entries}`.execute(db)
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { uuidArray } from '../../database/rowset.ts'
import { nextChangeTime } from './product-changes.ts'

/** The tables of what feeds tell. */
export const FEED_TABLES = { product: 'product', order: 'sales_order', customer: 'customer' } as const

export type FeedKind = keyof typeof FEED_TABLES

/** Records that a transaction has changed, as a condition for the rows of their table. */
export type RecordChanges = { kind: FeedKind; rows: RawBuilder<boolean> }

export function changedCustomers(ids: readonly string[]): RecordChanges[] {
  return ids.length === 0 ? [] : [{ kind: 'customer', rows: sql`id = any(${uuidArray([...new Set(ids)])})` }]
}

type Subject = { type: string; id: string | null; customerId?: string | undefined }

/** The order that an act is about, or the customer: also by its terms and buyers. */
export function changesOfSubject({ type, id, customerId }: Subject): RecordChanges[] {
  if (type === 'order' && id !== null) return [{ kind: 'order', rows: sql`id = ${id}` }]
  const customer = type === 'customer' ? id : customerId
  return customer ? changedCustomers([customer]) : []
}

/** Records the changes with the time that they were given, while the workspace's revision is locked. */
export async function recordOtherChanges(
  { db, workspaceId }: WorkspaceContext,
  changes: readonly RecordChanges[],
  given: string,
): Promise<void> {
  for (const { kind, rows } of changes) {
    await sql`
      insert into record_change (workspace_id, kind, record_id, changed_at)
      select ${workspaceId}, ${kind}, id, ${given}::text::timestamptz from ${sql.table(FEED_TABLES[kind])}
      where workspace_id = ${workspaceId} and ${rows}
      on conflict (workspace_id, kind, record_id) do update set changed_at = excluded.changed_at`.execute(db)
  }
}

/** How long it is known that a record was deleted, in days: a year, and a month to spare. */
export const GONE_DAYS = 400

const CODES = { product: 'sku', customer: 'account_code' } as const

/**
 * Notes that products or customers are deleted, for who follows them. Call it in the transaction, before they are.
 * `rows` is the condition of the deletion, workspace included.
 */
export async function noteGone(
  trx: WorkspaceContext,
  kind: keyof typeof CODES,
  rows: RawBuilder<boolean>,
): Promise<void> {
  const { db, workspaceId, clock } = trx
  const at = await nextChangeTime(trx, clock())
  const table = sql.table(FEED_TABLES[kind])
  await sql`
    insert into gone_record (workspace_id, kind, record_id, code, gone_at)
    select ${workspaceId}, ${kind}, id, ${sql.ref(CODES[kind])}, ${at}::text::timestamptz from ${table}
    where ${rows}`.execute(db)
  await sql`
    delete from record_change
    where workspace_id = ${workspaceId} and kind = ${kind}
      and record_id in (select id from ${table} where ${rows})`.execute(db)
  await sql`
    delete from gone_record
    where workspace_id = ${workspaceId} and kind = ${kind}
      and gone_at < ${clock()}::timestamptz - make_interval(days => ${GONE_DAYS})`.execute(db)
}

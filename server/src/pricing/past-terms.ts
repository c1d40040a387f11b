import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { nextChangeTime } from '../activity/product-changes.ts'
import type { WorkspaceContext } from '../context.ts'

/** The columns of each kind of term that prices depend on. */
const COLUMNS = {
  agreed_price: ['customer_id', 'product_id', 'unit', 'min_qty', 'starts_at', 'ends_at'],
  discount_rule: ['customer_id', 'applies_to', 'brand_id', 'category_id', 'discount_bp'],
} as const

type TermTable = keyof typeof COLUMNS

/** A discount keeps the name of what it was on, which may be merged or renamed later. */
const NAME_OF_PLACE = {
  agreed_price: (_workspaceId: string) => [],
  discount_rule: (workspaceId: string) => [
    sql`coalesce(
      (select name from brand where workspace_id = ${workspaceId} and id = r.brand_id),
      (select name from category where workspace_id = ${workspaceId} and id = r.category_id)) as on_name`,
  ],
}

function columnsOf(table: TermTable): RawBuilder<unknown> {
  return sql.join(COLUMNS[table].map((column) => sql.ref(`r.${column}`)))
}

/**
 * Keeps terms as they are, before they change or go, and returns the time of the change. Call it in the transaction,
 * with the condition of the write that follows, workspace included.
 */
export async function keepPastTerms(
  trx: WorkspaceContext,
  table: TermTable,
  rows: RawBuilder<boolean>,
): Promise<RawBuilder<Date>> {
  const { db, workspaceId } = trx
  const at = await termChangeTime(trx)
  const names = NAME_OF_PLACE[table](workspaceId)
  await sql`
    insert into ${sql.table(`past_${table}`)} (workspace_id, id, ${sql.join(COLUMNS[table].map((column) => sql.ref(column)))}
      ${names.length > 0 ? sql`, on_name` : sql``}, updated_at, until)
    select ${workspaceId}, r.id, ${sql.join([columnsOf(table), ...names])}, r.updated_at, ${at}
    from ${sql.table(table)} r where ${rows}
    on conflict do nothing`.execute(db)
  return at
}

/** The time of a change of terms, which is later than that of every change before it. */
export async function termChangeTime(trx: WorkspaceContext): Promise<RawBuilder<Date>> {
  return sql`${await nextChangeTime(trx, trx.clock())}::text::timestamptz`
}

/** SQL: the terms of the table as they were at an earlier time, or without one as they are. */
export function termsAt(table: TermTable, workspaceId: string, past: Date | undefined): RawBuilder<unknown> {
  if (past === undefined) return sql.table(table)
  const names = NAME_OF_PLACE[table](workspaceId).length > 0
  return sql`(
    select ${columnsOf(table)}, r.workspace_id ${names ? sql`, null as on_name` : sql``} from ${sql.table(table)} r
    where r.workspace_id = ${workspaceId} and r.updated_at <= ${past}
    union all
    select ${columnsOf(table)}, r.workspace_id ${names ? sql`, r.on_name` : sql``} from ${sql.table(`past_${table}`)} r
    where r.workspace_id = ${workspaceId} and r.updated_at <= ${past} and r.until > ${past})`
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
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
 * Keeps terms as they are, before they change or go. Call it in the transaction, before the write. `rows` is the
 * condition of that write, workspace included.
 */
export async function keepPastTerms(
  { db, workspaceId, clock }: WorkspaceContext,
  table: TermTable,
  rows: RawBuilder<boolean>,
): Promise<void> {
  const names = NAME_OF_PLACE[table](workspaceId)
  await sql`
    insert into ${sql.table(`past_${table}`)} (workspace_id, id, ${sql.join(COLUMNS[table].map((column) => sql.ref(column)))}
      ${names.length > 0 ? sql`, on_name` : sql``}, updated_at, until)
    select ${workspaceId}, r.id, ${sql.join([columnsOf(table), ...names])}, r.updated_at, ${clock()}
    from ${sql.table(table)} r where ${rows}
    on conflict do nothing`.execute(db)
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

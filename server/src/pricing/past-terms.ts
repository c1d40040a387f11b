import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { nextChangeTime } from '../workspaces/activity/product-changes.ts'
import type { WorkspaceContext } from '../context.ts'

/** The columns of each kind of term that prices depend on. */
const COLUMNS = {
  agreed_price: ['customer_id', 'group_id', 'product_id', 'unit', 'min_qty', 'starts_at', 'ends_at'],
  discount_rule: ['customer_id', 'group_id', 'applies_to', 'brand_id', 'category_id', 'discount_bp'],
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

/** The same for terms that stay and whose labels change. To who follows their prices, that is a change. */
export async function keepPastLabels(
  trx: WorkspaceContext,
  table: TermTable,
  rows: RawBuilder<boolean>,
): Promise<void> {
  const at = await keepPastTerms(trx, table, rows)
  await sql`update ${sql.table(table)} set updated_at = ${at} where ${rows}`.execute(trx.db)
}

/** The time of a change of terms, which is later than that of every change before it. */
export async function termChangeTime(trx: WorkspaceContext): Promise<RawBuilder<Date>> {
  return sql`${await nextChangeTime(trx, trx.clock())}::text::timestamptz`
}

/** SQL: a table `r` that has terms of a time, which of them, and whether it is the table of the past. */
type TermSource = { table: RawBuilder<unknown>; held: RawBuilder<boolean>; isPast: boolean }

/**
 * Where the terms of a time are: those that have not changed since where all are, the others in the table of the past.
 * Each has its own index lookup: together, they would have to be sorted.
 */
export function sourcesOf(table: TermTable, past: Date | undefined): TermSource[] {
  const present = { table: sql`${sql.table(table)} r`, isPast: false }
  if (past === undefined) return [{ ...present, held: sql`true` }]
  return [
    { ...present, held: sql`r.updated_at <= ${past}` },
    {
      table: sql`${sql.table(`past_${table}`)} r`,
      held: sql`(r.updated_at <= ${past} and r.until > ${past})`,
      isPast: true,
    },
  ]
}

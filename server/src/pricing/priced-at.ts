import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { invalidField } from '../errors.ts'
import { nextChangeTime } from '../workspaces/activity/product-changes.ts'

/** How far ahead a price can be asked for, in years. */
const YEARS_AHEAD = 2

/** A time other than now that prices are asked for. */
export type PricedAt = { at: Date; isPast: boolean }

/**
 * The time that prices are asked for; undefined for now. Throws InvalidInput for a time that is too far ahead, and for
 * one from which the terms of customers are not known, if `withTerms` says that prices depend on them.
 */
export async function pricedAt(
  { db, workspaceId, clock }: WorkspaceContext,
  at: Date | undefined,
  { withTerms }: { withTerms: boolean },
): Promise<PricedAt | undefined> {
  if (at === undefined) return undefined
  const now = clock()
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + YEARS_AHEAD)
  if (at > latest) throw invalidField('at', `Must be at most ${YEARS_AHEAD} years from now.`)
  // A change that is due may not be published yet.
  if (at.getTime() === now.getTime()) return undefined
  if (at > now) return { at, isPast: false }
  if (withTerms) {
    const from = await termsKnownFrom({ db, workspaceId })
    if (at < from) {
      throw invalidField(
        'at',
        `Must be ${from.toISOString()} or later: from then on it is known what terms customers had. For an earlier ` +
          'time, ask without a customer.',
      )
    }
  }
  return { at, isPast: true }
}

/** From when on it is known what terms customers had: since the workspace was made. */
export async function termsKnownFrom({ db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>): Promise<Date> {
  const { created_at: from } = await db
    .selectFrom('workspace')
    .select('created_at')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return from
}

/**
 * SQL: rows of products, `rows`, with their list price, brand and category of that time, and the given columns as they
 * are. Later, list prices are as scheduled price changes set them by then. Earlier, they are what the first change
 * published after that time replaced; null before the product was made.
 */
export function productsAt(
  workspaceId: string,
  { at, isPast }: PricedAt,
  { rows, columns }: { rows: RawBuilder<unknown>; columns: readonly string[] },
): RawBuilder<unknown> {
  const kept = sql.join(columns.map((column) => sql.ref(`p.${column}`)))
  const then = isPast ? sql`change.published_at > ${at}` : sql`change.scheduled_for <= ${at}`
  const order = isPast ? sql`change.published_at, change.id` : sql`change.scheduled_for desc, change.id desc`
  // Whatever changes a product sets this time, to the millisecond.
  const isAnother = isPast ? sql`p.updated_at >= ${at}` : sql`true`
  const listPrice = sql`case when line.found then line.price else p.list_price end`
  return sql`
    select ${kept},
      ${isPast ? sql`case when p.created_at <= ${at} then ${listPrice} end` : listPrice} as list_price,
      ${isPast ? sql`case when was.found then was.brand_id else p.brand_id end` : sql`p.brand_id`} as brand_id,
      ${isPast ? sql`case when was.found then was.category_id else p.category_id end` : sql`p.category_id`} as category_id
    from (${rows}) p
    left join lateral (
      select true as found, (array_agg(${isPast ? sql`line.old_price` : sql`line.new_price`} order by ${order}))[1] as price
      from (
        select price_change_id, old_price, new_price from price_change_line
        where ${isAnother} and workspace_id = ${workspaceId} and product_id = p.id offset 0) line
      cross join lateral (
        select id, status, published_at, scheduled_for from price_change
        where workspace_id = ${workspaceId} and id = line.price_change_id limit 1) change
      where change.status = ${isPast ? sql.lit('published') : sql.lit('scheduled')} and ${then}
      having count(*) > 0) line on true
    ${
      isPast
        ? sql`left join lateral (
            select true as found, brand_id, category_id from past_product_group
            where ${isAnother} and workspace_id = ${workspaceId} and product_id = p.id and until > ${at}
            order by until limit 1) was on true`
        : sql``
    }`
}

/** Keeps the brands and categories of products, before they change. `products` is what follows `from`. */
export async function recordPastGroups(
  { db, workspaceId, clock }: WorkspaceContext,
  products: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into past_product_group (workspace_id, product_id, brand_id, category_id, until)
    select ${workspaceId}, p.id, p.brand_id, p.category_id, ${clock()} from (select id from ${products}) changed cross join lateral (
      select id, brand_id, category_id from product
      where workspace_id = ${workspaceId} and id = changed.id limit 1) p
    on conflict do nothing`.execute(db)
}

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

/**
 * Keeps terms as they are, before they change or go, and returns the time of the change. Call it in the transaction,
 * with the condition of the write that follows, workspace included.
 */
export async function recordPastTerms(
  trx: WorkspaceContext,
  table: TermTable,
  rows: RawBuilder<boolean>,
): Promise<RawBuilder<Date>> {
  const { db, workspaceId } = trx
  const at = await termChangeTime(trx)
  const names = NAME_OF_PLACE[table](workspaceId)
  const columnsOf = (rows: '' | 'r.') => COLUMNS[table].map((column) => sql.ref(`${rows}${column}`))
  await sql`
    insert into ${sql.table(`past_${table}`)} (workspace_id, id, ${sql.join(columnsOf(''))}
      ${names.length > 0 ? sql`, on_name` : sql``}, updated_at, until)
    select ${workspaceId}, r.id, ${sql.join([...columnsOf('r.'), ...names])}, r.updated_at, ${at}
    from ${sql.table(table)} r where ${rows}
    on conflict do nothing`.execute(db)
  return at
}

/** The same for terms that stay and whose labels change. To who follows their prices, that is a change. */
export async function recordPastLabels(
  trx: WorkspaceContext,
  table: TermTable,
  rows: RawBuilder<boolean>,
): Promise<void> {
  const at = await recordPastTerms(trx, table, rows)
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

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { InvalidInput } from '../errors.ts'

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
  if (at > latest) throw new InvalidInput([{ path: 'at', message: `Must be at most ${YEARS_AHEAD} years from now.` }])
  // A change that is due may not be published yet.
  if (at.getTime() === now.getTime()) return undefined
  if (at > now) return { at, isPast: false }
  if (withTerms) {
    const from = await termsKeptFrom({ db, workspaceId })
    if (at < from) {
      throw new InvalidInput([
        {
          path: 'at',
          message:
            `Must be ${from.toISOString()} or later: from then on it is known what terms customers had. For an earlier ` +
            'time, ask without a customer.',
        },
      ])
    }
  }
  return { at, isPast: true }
}

/** From when on it is known what terms customers had: since the workspace was made. */
export async function termsKeptFrom({ db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>): Promise<Date> {
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
export async function keepPastGroups(
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

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
  if (at >= now) return { at, isPast: false }
  if (withTerms) {
    const { terms_kept_from: from } = await db
      .selectFrom('workspace')
      .select('terms_kept_from')
      .where('id', '=', workspaceId)
      .executeTakeFirstOrThrow()
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

/**
 * SQL: the list price of product `p` at a time, in minor units; null before it was made. Later, as scheduled price
 * changes set it by then. Earlier, what the first change published after that time replaced.
 */
export function listPriceAt(workspaceId: string, { at, isPast }: PricedAt): RawBuilder<number | null> {
  const change = isPast
    ? sql`change.status = 'published' and change.published_at > ${at}`
    : sql`change.status = 'scheduled' and change.scheduled_for <= ${at}`
  const order = isPast ? sql`change.published_at, change.id` : sql`change.scheduled_for desc, change.id desc`
  const price = sql<number | null>`(
    select price from (
      (select 0 as rank, ${isPast ? sql`line.old_price` : sql`line.new_price`} as price
      from price_change_line line
      join price_change change on change.workspace_id = ${workspaceId} and change.id = line.price_change_id
      where line.workspace_id = ${workspaceId} and line.product_id = p.id and ${change}
      order by ${order} limit 1)
      union all select 1, p.list_price) found
    order by rank limit 1)`
  return isPast ? sql`case when p.created_at <= ${at} then ${price} end` : price
}

/** SQL: the brand or category of product `p` at a time. */
export function groupAt(
  workspaceId: string,
  column: 'brand_id' | 'category_id',
  { at, isPast }: PricedAt,
): RawBuilder<string | null> {
  const present = sql<string | null>`${sql.ref(`p.${column}`)}`
  if (!isPast) return present
  return sql`(
    select id from (
      (select 0 as rank, ${sql.ref(column)} as id from past_product_group
      where workspace_id = ${workspaceId} and product_id = p.id and until > ${at} order by until limit 1)
      union all select 1, ${present}) found
    order by rank limit 1)`
}

/** Keeps the brands and categories of products, before they change. `rows` is a condition on the products `p`. */
export async function keepPastGroups(
  { db, workspaceId, clock }: WorkspaceContext,
  rows: RawBuilder<boolean>,
): Promise<void> {
  await sql`
    insert into past_product_group (workspace_id, product_id, brand_id, category_id, until)
    select ${workspaceId}, p.id, p.brand_id, p.category_id, ${clock()} from product p
    where p.workspace_id = ${workspaceId} and ${rows}
    on conflict do nothing`.execute(db)
}

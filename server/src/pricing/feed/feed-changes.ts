import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { textArray } from '../../database/rowset.ts'
import { changedRecords, inOrder, isBetween, timeText } from '../../workspaces/feeds/read-feed.ts'
import type { AskedChanges, FeedChange, Place } from '../../workspaces/feeds/read-feed.ts'

/** Whose prices are followed: a customer in its price group. */
export type Follower = { customerId: string; groupId: string | null }

type Asked = { from: Place; limit: number; follower: Follower | null }
type AskedWritten = AskedChanges & { follower: Follower | null }

/** The next changes that were written, of any product and of the terms of the customer and its price group, in order. */
export async function writtenChanges(context: WorkspaceContext, asked: AskedWritten): Promise<FeedChange[]> {
  const found = [await changedRecords(context, 'product', asked)]
  const { follower } = asked
  if (follower !== null) {
    const ofTerms = { ...asked, follower }
    found.push(await changedAgreedPrices(context, ofTerms), await changedDiscounts(context, ofTerms))
  }
  return inOrder(found.flat(), asked.limit)
}

type AskedTerms = AskedWritten & { follower: Follower }

/** SQL: conditions for the rows of a table of terms that concern the follower, one for each owner. */
function ownersOf({ customerId, groupId }: Follower): RawBuilder<boolean>[] {
  return [sql`customer_id = ${customerId}`, ...(groupId === null ? [] : [sql<boolean>`group_id = ${groupId}`])]
}

/** SQL: rows of several tables, or of several owners. */
function together(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(parts, sql` union all `)
}

/** Set, changed or removed. A customer has 5,000 at most, as has its price group. */
async function changedAgreedPrices(
  { db, workspaceId }: WorkspaceContext,
  { from, until, limit, follower }: AskedTerms,
): Promise<FeedChange[]> {
  const parts = (table: string, time: string) =>
    ownersOf(follower).map(
      (isOwned) => sql`(
        select ${sql.ref(time)} as at, product_id as id from ${sql.table(table)}
        where workspace_id = ${workspaceId} and ${isOwned} and ${isBetween(time, 'product_id', from, until)}
        order by ${sql.ref(time)}, product_id limit ${limit})`,
    )
  const all = [...parts('agreed_price', 'updated_at'), ...parts('past_agreed_price', 'until')]
  const { rows } = await sql<FeedChange>`
    select ${timeText(sql`at`)} as at, id, false as "isGone", null as code from (${together(all)}) changed`.execute(db)
  return rows
}

type DiscountChange = { at: string; everything: boolean; brands: string[]; categories: string[] }

/**
 * The products of the brands and categories whose discounts were set, changed or removed. All, where the customer has
 * got another price group.
 */
async function changedDiscounts(
  { db, workspaceId }: WorkspaceContext,
  { from, until, limit, follower }: AskedTerms,
): Promise<FeedChange[]> {
  const isWithin = (time: string) =>
    sql`${sql.ref(time)} between ${from.at}::text::timestamptz and ${until}::text::timestamptz`
  const parts = (table: string, time: string) =>
    ownersOf(follower).map(
      (isOwned) => sql`
        select ${sql.ref(time)} as at, applies_to, brand_id, category_id from ${sql.table(table)}
        where workspace_id = ${workspaceId} and ${isOwned} and ${isWithin(time)}`,
    )
  const moved = sql`
    select until as at, 'all' as applies_to, null::uuid as brand_id, null::uuid as category_id from past_customer_group
    where workspace_id = ${workspaceId} and customer_id = ${follower.customerId} and ${isWithin('until')}`
  const all = [...parts('discount_rule', 'updated_at'), ...parts('past_discount_rule', 'until'), moved]
  const { rows: changes } = await sql<DiscountChange>`
    select ${timeText(sql`at`)} as at, bool_or(applies_to = 'all') as everything,
      coalesce(json_agg(brand_id) filter (where brand_id is not null), '[]') as brands,
      coalesce(json_agg(category_id) filter (where category_id is not null), '[]') as categories
    from (${together(all)}) changed
    group by changed.at order by changed.at`.execute(db)
  const found: FeedChange[] = []
  for (const change of changes) {
    if (found.length >= limit) break
    const behind = change.at === from.at ? from.id : null
    found.push(...(await productsOf({ db, workspaceId }, change, { behind, limit: limit - found.length })))
  }
  return found
}

async function productsOf(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  { at, everything, brands, categories }: DiscountChange,
  { behind, limit }: { behind: string | null; limit: number },
): Promise<FeedChange[]> {
  const { rows } = await sql<FeedChange>`
    select ${at} as at, id, false as "isGone", null as code from product
    where workspace_id = ${workspaceId} and ${behind === null ? sql`true` : sql`id > ${behind}`}
      and ${
        everything
          ? sql`true`
          : sql`(brand_id = any(${textArray(brands)}::uuid[]) or category_id = any(${textArray(categories)}::uuid[]))`
      }
    order by id limit ${limit}`.execute(db)
  return rows
}

/** The next starts and ends of the agreed prices of the customer and of its price group until now, in order. */
export async function timedChanges(
  { db, workspaceId, clock }: WorkspaceContext,
  { from, limit, follower }: Asked,
): Promise<FeedChange[]> {
  if (follower === null) return []
  const parts = ownersOf(follower).map(
    (isOwned) => sql`(
      select ${timeText(sql`timed.at`)} as at, product_id as id, false as "isGone", null as code
      from agreed_price cross join lateral (values (starts_at), (ends_at)) timed(at)
      where workspace_id = ${workspaceId} and ${isOwned} and timed.at <= ${clock()}
        and (timed.at, product_id) > (${from.at}::text::timestamptz, ${from.id}::uuid)
      order by timed.at, product_id limit ${limit})`,
  )
  const { rows } = await sql<FeedChange>`${together(parts)}`.execute(db)
  return inOrder(rows, limit)
}

/**
 * The starts and ends that were told and are to come again, as the clock was put back: the last ones first.
 */
export async function revertedChanges(
  { db, workspaceId, clock }: WorkspaceContext,
  { from, limit, follower }: Asked,
): Promise<Place[]> {
  if (follower === null || Date.parse(from.at) <= clock().getTime()) return []
  const parts = ownersOf(follower).map(
    (isOwned) => sql`(
      select ${timeText(sql`timed.at`)} as at, product_id as id
      from agreed_price cross join lateral (values (starts_at), (ends_at)) timed(at)
      where workspace_id = ${workspaceId} and ${isOwned} and timed.at > ${clock()}
        and (timed.at, product_id) <= (${from.at}::text::timestamptz, ${from.id}::uuid)
      order by timed.at desc, product_id desc limit ${limit})`,
  )
  const { rows } = await sql<Place>`
    select distinct at, id from (${together(parts)}) timed order by at desc, id desc limit ${limit}`.execute(db)
  return rows
}

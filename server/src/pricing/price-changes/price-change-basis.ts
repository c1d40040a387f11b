import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { textArray } from '../../database/rowset.ts'
import type { Row } from '../../database/tables.ts'
import { slices } from '../../database/paging/index.ts'

/** The time whose terms apply to a preview: now, the scheduled time, or the time of publication. */
export function momentOf(change: Row<'price_change'>, now: Date): Date {
  if (change.status === 'published') return change.published_at!
  if (change.status === 'scheduled' && change.scheduled_for! > now) return change.scheduled_for!
  return now
}

/**
 * The lines of a change as a relation. `before` and `after` are list prices in minor units. The product columns decide
 * who sees the product, and which discounts apply. Lines of deleted products are missing.
 */
export function linesOf({ workspaceId }: Pick<WorkspaceContext, 'workspaceId'>, change: Change): RawBuilder<unknown> {
  return sql`
    ${selectLines(change)} from price_change_line line
    join product p on p.workspace_id = ${workspaceId} and p.id = line.product_id
    where line.workspace_id = ${workspaceId} and line.price_change_id = ${change.id}`
}

/** The lines of a change in slices, in no order of use: relations as above. */
export async function* linesInSlices(
  context: WorkspaceContext,
  change: Change,
  rows?: number,
): AsyncGenerator<RawBuilder<unknown>> {
  const { workspaceId } = context
  const walk = {
    table: 'price_change_line',
    where: sql`price_change_id = ${change.id}`,
    by: { product_id: 'uuid' },
  } as const
  for await (const slice of slices(context, walk, rows)) {
    yield sql`
      ${selectLines(change)} from ${slice} line cross join lateral (
        select * from product
        where workspace_id = ${workspaceId} and id = line.product_id limit 1) p`
  }
}

/** The lines of products `p` of a relation, in its order. */
export function linesOfProducts(
  { workspaceId }: Pick<WorkspaceContext, 'workspaceId'>,
  change: Change,
  products: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    ${selectLines(change)} from ${products} p cross join lateral (
      select * from price_change_line
      where workspace_id = ${workspaceId}
        and price_change_id = ${change.id}::uuid and product_id = p.id limit 1) line`
}

/** Products by id, as a relation. */
export function productsByIds(workspaceId: string, ids: readonly string[]): RawBuilder<unknown> {
  return sql`(
    select product.* from unnest(${textArray(ids)}) with ordinality as asked(id, position) cross join lateral (
      select * from product
      where workspace_id = ${workspaceId} and id = asked.id::uuid limit 1) product
    order by asked.position offset 0)`
}

type Change = Pick<Row<'price_change'>, 'id' | 'status'>

/** SQL: select the columns of a line from `line` and its product `p`. */
function selectLines(change: Change): RawBuilder<unknown> {
  const before = change.status === 'published' ? sql`line.old_price` : sql`p.list_price`
  return sql`
    select p.id as product_id, p.sku, p.sku_key, p.name, p.name_folded, p.brand_id, p.category_id, p.active, p.visibility,
      ${before} as before, line.new_price as after,
      ${changeBp(before, sql`line.new_price`)} as change_bp`
}

/**
 * The change in basis points, rounded half away from zero, with integers. Null if there is no price to compare with.
 */
function changeBp(before: RawBuilder<unknown>, after: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`(sign(${after} - ${before})::bigint
    * ((abs(${after} - ${before}) * 20000 + ${before}) / nullif(2 * ${before}, 0)))`
}

/** SQL: the name of the customer or price group whose agreed price `r` is. */
export function ownerName(workspaceId: string): RawBuilder<string> {
  return sql`coalesce(
    (select name from customer where workspace_id = ${workspaceId} and id = r.customer_id),
    (select name from price_group where workspace_id = ${workspaceId} and id = r.group_id))`
}

/** A scheduled price change that list prices of a later time assume to be published then (ISO 8601). */
type AssumedChange = { priceChangeId: string; name: string; scheduledFor: string }

/** How many are named. */
const MOST = 100

/**
 * The price changes that are scheduled until a time, in the order in which they will be published: those with a line of
 * the product, or of any.
 */
export async function assumedChanges(
  { db, workspaceId, clock }: WorkspaceContext,
  { at, productId }: { at: Date | undefined; productId?: string | undefined },
): Promise<AssumedChange[]> {
  if (at === undefined || at <= clock()) return []
  // From the lines of the product. The index of what is due has the changes of all workspaces.
  const changes = productId
    ? sql`(
      select price_change_id from price_change_line
      where workspace_id = ${workspaceId} and product_id = ${productId} offset 0) line
    cross join lateral (
      select id, name, status, scheduled_for from price_change
      where workspace_id = ${workspaceId} and id = line.price_change_id limit 1) change`
    : sql`price_change change`
  const { rows } = await sql<Omit<AssumedChange, 'scheduledFor'> & { scheduledFor: Date }>`
    select change.id as "priceChangeId", change.name, change.scheduled_for as "scheduledFor" from ${changes}
    where change.status = 'scheduled' and change.scheduled_for <= ${at}
      ${productId ? sql`` : sql`and change.workspace_id = ${workspaceId}`}
    order by change.scheduled_for, change.id limit ${MOST}`.execute(db)
  return rows.map(({ scheduledFor, ...change }) => ({ ...change, scheduledFor: scheduledFor.toISOString() }))
}

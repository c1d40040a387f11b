import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { findCustomer } from '../../customers/find-customer.ts'
import type { Price } from '../../database/column-values.ts'
import { Gone } from '../../errors.ts'
import { readPriceGroup } from '../customer-terms.ts'
import { priceOf } from '../evaluate-price.ts'
import { quantityBreaks } from '../quantity-breaks.ts'
import type { QuantityBreak } from '../quantity-breaks.ts'
import { GONE_DAYS } from '../../catalogue/product-writes.ts'
import { listPriceOf, parseDocument, termsOfProduct, productForCustomer } from '../../catalogue/listed-product.ts'
import { inOrder, revertedChanges, timedChanges, timeText, writtenChanges } from './feed-changes.ts'
import type { FeedChange, Follower } from './feed-changes.ts'
import { decodeCursor, encodeCursor, LAST_ID, ownerOf, placeBefore } from './feed-cursor.ts'
import type { FeedCursor, FeedPlace, Place } from './feed-cursor.ts'

/** The price of one product as it is now, and when it changed. Amounts in minor units. */
export type FeedEntry = {
  productId: string
  sku: string
  /** When it changed (ISO 8601); of a product that is told as it stands, when its walk began. */
  at: string
  /** Whether the customer sees it; without a customer, whether it is active. False too for one that is deleted. */
  visible: boolean
  /** Null where it is not visible, or has no price. */
  price: Omit<Price, 'line'> | null
  breaks: { minQty: number; unit: number }[]
}

export type PriceFeed = { data: FeedEntry[]; nextCursor: string; hasMore: boolean }

type Asked = { customer?: string | undefined; cursor?: string | undefined; limit: number }

/**
 * A page of the products whose price for a customer may have changed since the cursor, oldest first, each at its present
 * price: by a write, or because an agreed price started or ended, also one of its price group. Without a customer: list prices. Without a cursor,
 * from now on; with `start`, all products first. A product can come several times. Throws NotFound for the customer,
 * InvalidInput for a text that is no cursor, and Gone for one that cannot be followed any more.
 */
export async function readPriceFeed(context: WorkspaceContext, asked: Asked): Promise<PriceFeed> {
  const { customer, cursor, limit } = asked
  const customerId = customer === undefined ? null : (await findCustomer(context, customer)).id
  const ownerOfDatabase = (database: string) => ownerOf(database, context.workspaceId, customerId)
  const state = await stateOf(context)
  const present = presentCursor(context, state)
  if (cursor === undefined) return { data: [], nextCursor: encode(present, state), hasMore: false }

  const from =
    cursor === 'start'
      ? { ...present, walked: '' }
      : requireFollowable(context, decodeCursor(cursor), { state, ownerOfDatabase })
  const { changes, next, hasMore } =
    from.walked === undefined
      ? await nextChanges(context, from, { follower: await followerOf(context, customerId), until: state.until, limit })
      : await walk(context, { ...from, walked: from.walked }, limit)
  const entries = await Promise.all(changes.map((change) => entryOf(context, change, customer)))
  // Prices may have changed since the state was read.
  const after = await stateOf(context)
  if (after.database !== state.database) return readPriceFeed(context, asked)
  return { data: entries.filter((entry) => entry !== null), nextCursor: encode(next, after), hasMore }

  /** The cursor of who has read prices of that state at the latest. */
  function encode(place: FeedPlace, { until, history }: State): string {
    const { database } = history.find((part) => until <= part.until)!
    return encodeCursor({ of: ownerOfDatabase(database), seen: until, ...place })
  }
}

type State = {
  database: string
  /** The time of the last change that is committed: all changes until then can be read. */
  until: string
  /** The databases that made these changes, each until that time: those that a backup came from, then this one. */
  history: { database: string; until: string }[]
}

async function stateOf({ db, workspaceId }: WorkspaceContext): Promise<State> {
  const { rows } = await sql<State>`
    select (select id::text from schema_identity) as database,
      ${timeText(sql`coalesce(products_changed_at, '1970-01-01'::timestamptz)`)} as until,
      coalesce((
        select json_agg(json_build_object('database', database_id, 'until', ${timeText(sql`until`)}) order by until)
        from restored_from where workspace_id = ${workspaceId}), '[]') as history
    from workspace_revision where workspace_id = ${workspaceId}`.execute(db)
  const { database, until, history } = rows[0]!
  return { database, until, history: [...history, { database, until }] }
}

function microseconds(time: Date): string {
  return time.toISOString().replace('Z', '000Z')
}

const DAY_MS = 86_400_000

/**
 * The cursor of all changes from now on. Where none was written for long, it is a day old: a change that is under way
 * gets the time of its request at least.
 */
function presentCursor({ clock }: WorkspaceContext, { until }: State): FeedPlace {
  const now = clock()
  const yesterday = microseconds(new Date(now.getTime() - DAY_MS))
  const at = until < yesterday ? yesterday : until
  return { written: { at, id: LAST_ID }, timed: { at: microseconds(now), id: LAST_ID } }
}

function requireFollowable(
  { clock }: WorkspaceContext,
  { of, seen, ...from }: FeedCursor,
  { state: { until, history }, ownerOfDatabase }: { state: State; ownerOfDatabase: (database: string) => string },
): FeedPlace {
  const oldest = microseconds(new Date(clock().getTime() - GONE_DAYS * DAY_MS))
  if (!history.some((part) => ownerOfDatabase(part.database) === of && seen <= part.until)) {
    throw new Gone(
      'This cursor is of another customer, or newer than the backup that the data was restored from. Drop what you have. Begin again with cursor=start.',
    )
  }
  // Without a change since, nothing was forgotten.
  if (from.written.at < oldest && until > from.written.at) {
    throw new Gone(`This cursor is older than ${GONE_DAYS} days. Begin again with cursor=start.`)
  }
  return from
}

async function followerOf(context: WorkspaceContext, customerId: string | null): Promise<Follower | null> {
  if (customerId === null) return null
  return { customerId, groupId: (await readPriceGroup(context, customerId))?.id ?? null }
}

type Found = { changes: FeedChange[]; next: FeedPlace; hasMore: boolean }

async function nextChanges(
  context: WorkspaceContext,
  from: FeedPlace,
  { follower, until, limit }: { follower: Follower | null; until: string; limit: number },
): Promise<Found> {
  const asked = { follower, limit: limit + 1 }
  const written = await writtenChanges(context, { ...asked, from: from.written, until })
  const timed = await timedChanges(context, { ...asked, from: from.timed })
  const both = inOrder([...written, ...timed], limit + 1)
  const changes = both.slice(0, limit)
  const room = limit - changes.length
  const reverted = await revertedChanges(context, { follower, from: from.timed, limit: room + 1 })
  const taken = reverted.slice(0, room)
  const next = {
    ...from,
    written: lastOf(changes, written) ?? from.written,
    timed: taken.length > 0 ? placeBefore(taken.at(-1)!) : (lastOf(changes, timed) ?? from.timed),
  }
  // Told as of now, and behind all others.
  const now = microseconds(context.clock())
  const at = until > now ? until : now
  const told = [...changes, ...taken.map(({ id }) => ({ at, id, goneSku: null }))]
  return { changes: told, next, hasMore: both.length > limit || reverted.length > room }
}

/** The place of the last change that is told of those. */
function lastOf(told: readonly FeedChange[], changes: readonly FeedChange[]): Place | undefined {
  const places = new Set(told.map(({ at, id }) => at + id))
  const last = changes.findLast(({ at, id }) => places.has(at + id))
  return last && { at: last.at, id: last.id }
}

/** All products as they stand, by SKU. Behind the last one, changes are told from the begin of the walk on. */
async function walk(
  { db, workspaceId }: WorkspaceContext,
  { walked, ...from }: FeedPlace & { walked: string },
  limit: number,
): Promise<Found> {
  const { rows } = await sql<{ id: string; skuKey: string }>`
    select id, sku_key as "skuKey" from product where workspace_id = ${workspaceId} and sku_key > ${walked}
    order by sku_key limit ${limit}`.execute(db)
  const changes = rows.map(({ id }) => ({ at: from.timed.at, id, goneSku: null }))
  return { changes, next: rows.length < limit ? from : { ...from, walked: rows.at(-1)!.skuKey }, hasMore: true }
}

/** Null for a product that is deleted: that is a change of its own. */
async function entryOf(
  context: WorkspaceContext,
  { id, at: changedAt, goneSku }: FeedChange,
  customer: string | undefined,
): Promise<FeedEntry | null> {
  const at = `${changedAt.slice(0, -4)}Z`
  if (goneSku !== null) return { productId: id, sku: goneSku, at, visible: false, price: null, breaks: [] }
  const found = await productForCustomer(context, { id }, { customer })
  if (!found) return null
  const { sku, active } = parseDocument<{ sku: string; active: boolean }>(found.product)
  const visible = customer === undefined ? active : found.visible
  return { productId: id, sku, at, visible, ...(visible ? pricesOf(context, found) : { price: null, breaks: [] }) }
}

function pricesOf(
  { clock }: WorkspaceContext,
  { product, terms }: NonNullable<Awaited<ReturnType<typeof productForCustomer>>>,
): { price: Omit<Price, 'line'> | null; breaks: QuantityBreak[] } {
  const listPrice = listPriceOf(product)
  const own = terms && termsOfProduct(product, terms)
  const { line: _, ...price } = priceOf(listPrice, own, 1, clock())
  return {
    price: price.unit === null ? null : price,
    breaks: own ? quantityBreaks(listPrice, own, clock(), { unit: price.unit }) : [],
  }
}

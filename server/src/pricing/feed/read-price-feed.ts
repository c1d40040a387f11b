import type { WorkspaceContext } from '../../context.ts'
import { findCustomer } from '../../customers/find-customer.ts'
import type { Price } from '../../database/column-values.ts'
import { readPriceGroup } from '../customer-terms.ts'
import { priceOf } from '../evaluate-price.ts'
import { quantityBreaks } from '../quantity-breaks.ts'
import type { QuantityBreak } from '../quantity-breaks.ts'
import { listPriceOf, termsOfProduct } from '../../catalogue/listed-product.ts'
import { readFedProducts } from '../../catalogue/product-feed.ts'
import type { FedProduct } from '../../catalogue/product-feed.ts'
import { inOrder, microseconds, readFeed, placeBefore } from '../../workspaces/feeds/read-feed.ts'
import type { FeedChange, AskedPage, Found, FeedPlace, Place } from '../../workspaces/feeds/read-feed.ts'
import { revertedChanges, timedChanges, writtenChanges } from './feed-changes.ts'
import type { Follower } from './feed-changes.ts'

type Asked = AskedPage & { customer?: string | undefined }

/**
 * A page of the products whose price for a customer may have changed since the cursor, oldest first, each at its present
 * price: by a write, or because an agreed price started or ended, also one of its price group. Without a customer: list
 * prices. Throws NotFound for the customer; see `readFeed`.
 */
export async function readPriceFeed(context: WorkspaceContext, asked: Asked) {
  const { customer } = asked
  const customerId = customer === undefined ? null : (await findCustomer(context, customer)).id
  return readFeed(context, asked, {
    kind: 'product',
    name: `prices ${customerId}`,
    next: async (from, { until, limit }) =>
      nextChanges(context, from, { follower: await followerOf(context, customerId), until, limit }),
    read: (ids) => readFedProducts(context, ids, customerId ?? undefined),
    entry: ({ id: productId, at, code }, stored) => {
      const sku = stored?.product.sku ?? code!
      return { productId, sku, at, ...(stored?.product.visible === 'true' ? pricesOf(context, stored) : UNSEEN) }
    },
  })
}

async function followerOf(context: WorkspaceContext, customerId: string | null): Promise<Follower | null> {
  if (customerId === null) return null
  return { customerId, groupId: (await readPriceGroup(context, customerId))?.id ?? null }
}

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
  const told = [...changes, ...taken.map(({ id }) => ({ at, id, isGone: false, code: null }))]
  return { changes: told, next, hasMore: both.length > limit || reverted.length > room }
}

/** The place of the last change that is told of those. */
function lastOf(told: readonly FeedChange[], changes: readonly FeedChange[]): Place | undefined {
  const places = new Set(told.map(({ at, id }) => at + id))
  const last = changes.findLast(({ at, id }) => places.has(at + id))
  return last && { at: last.at, id: last.id }
}

type Seen = { visible: boolean; price: Omit<Price, 'line'> | null; breaks: QuantityBreak[] }

const UNSEEN: Seen = { visible: false, price: null, breaks: [] }

/** What is seen of a product at its present price. */
function pricesOf({ clock }: WorkspaceContext, { product, terms }: FedProduct): Seen {
  const listPrice = listPriceOf(product)
  const own = terms && termsOfProduct(product, terms)
  const { line: _, ...price } = priceOf(listPrice, own, 1, clock())
  const breaks = own ? quantityBreaks(listPrice, own, clock(), { unit: price.unit }) : []
  return { visible: true, price: price.unit === null ? null : price, breaks }
}

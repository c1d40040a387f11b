import { expect } from 'vitest'
import type { TestWorkspace } from './service.ts'
import { done } from './given.ts'

export const QUAY = '&customer=QUAY'
/** An answer of the feed. */
export const page = (workspace: TestWorkspace, query: string) => workspace.get(`/price-feed?${query}`)

/** What a reader keeps of prices, by SKU. */
export type Kept = Map<string, { visible: boolean; price: unknown; breaks: unknown }>

/** Follows the feed to its end, in pages of that many. Returns the cursor for the next time. */
export async function follow(
  workspace: TestWorkspace,
  kept: Kept,
  cursor: string,
  who = QUAY,
  limit = 2,
): Promise<string> {
  for (let at = ''; ;) {
    const { status, body } = await page(workspace, `cursor=${cursor}&limit=${limit}${who}`)
    expect(status).toBe(200)
    expect(body.data.length).toBeLessThanOrEqual(limit)
    for (const { sku, visible, price, breaks, at: changedAt } of body.data) {
      if (cursor !== 'start') expect(changedAt >= at).toBe(true)
      kept.set(sku, { visible, price, breaks })
      at = changedAt
    }
    cursor = body.nextCursor
    if (!body.hasMore) return cursor
    // Behind the last product that stands, changes begin.
    if (body.data.length < limit) at = ''
  }
}

/** All prices as they are now, read without the feed. */
export async function present(workspace: TestWorkspace): Promise<Kept> {
  const products = await done(workspace.get('/products?customer=QUAY'))
  const rows = await Promise.all(
    products.map(async ({ sku, price: { unit, list, discountBp, source, label } }: any) => {
      const kept = new Map(await priceByQuantity(workspace, sku))
      const breaks = [...kept].filter(([qty, other], i) => qty > 1 && other !== [...kept][i - 1]![1])
      return [
        sku,
        {
          visible: true,
          price: unit === null ? null : { unit, list, discountBp, source, label },
          breaks: breaks.map(([minQty, other]) => ({ minQty, unit: other })),
        },
      ] as const
    }),
  )
  return new Map(rows)
}

/** The price of one unit at each quantity that the steps know. */
async function priceByQuantity(workspace: TestWorkspace, sku: string): Promise<[number, number][]> {
  return Promise.all(
    [1, 3, 5].map(async (qty): Promise<[number, number]> => {
      const { price } = await done(workspace.get(`/prices?customer=QUAY&sku=${sku}&qty=${qty}`))
      return [qty, price.unit]
    }),
  )
}

/** What of it the customer sees, by SKU. */
export const visibleOf = (kept: Kept) => new Map([...kept].filter(([, { visible }]) => visible).toSorted())

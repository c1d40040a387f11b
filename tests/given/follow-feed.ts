import { expect } from 'vitest'
import type { TestWorkspace } from './service.ts'

/** The feeds, with the field of an entry that holds the record, and the one that names it. */
export const FEEDS = {
  'product-feed': { record: 'product', id: 'productId' },
  'order-feed': { record: 'order', id: 'id' },
  'customer-feed': { record: 'customer', id: 'customerId' },
} as const

export type FeedName = keyof typeof FEEDS

/** A place in a feed, and what its reader keeps: the last record of each id, null once it is deleted. */
export type FeedReader = { feed: FeedName; cursor: string; kept: Map<string, any> }

/** Follows a feed to its end, in pages of that many. Returns the entries that came. */
export async function followFeed(workspace: TestWorkspace, reader: FeedReader, limit = 2): Promise<any[]> {
  const { record, id } = FEEDS[reader.feed]
  const entries: any[] = []
  for (;;) {
    const { status, body } = await workspace.get(`/${reader.feed}?cursor=${reader.cursor}&limit=${limit}`)
    expect(status).toBe(200)
    expect(body.data.length).toBeLessThanOrEqual(limit)
    for (const entry of body.data) reader.kept.set(entry[id], entry[record])
    entries.push(...body.data)
    reader.cursor = body.nextCursor
    if (!body.hasMore) return entries
  }
}

/** A reader who has all that is there. */
export async function readAllOf(workspace: TestWorkspace, feed: FeedName): Promise<FeedReader> {
  const reader: FeedReader = { feed, cursor: 'start', kept: new Map() }
  await followFeed(workspace, reader)
  return reader
}

import { ApiError } from '@trade-catalogue/client'
import type { Client, ProductItem } from '@trade-catalogue/client'
import type { CsvRecord } from './read-csv.ts'

/** Products in one call. */
export const BATCH_SIZE = 100

/** A row that is ready to go, with what it came from. */
export type Outgoing = { record: CsvRecord; product: ProductItem }

/** What the service has done so far. */
export type Totals = {
  /** Products that were sent, refused ones too. */
  sent: number
  created: number
  updated: number
  /** Products whose new price went into the draft. */
  priceChanges: number
  /** The draft that gathers them; null until a price changes. */
  priceChangeId: string | null
  unknownCustomers: Set<string>
}

export type Recipient = {
  client: Client
  totals: Totals
  /** Takes a row that the service refuses. */
  reject: (record: CsvRecord, reason: string) => Promise<void>
  /** Whether a new draft may take the place of one that is a draft no longer. */
  mayReplaceDraft: boolean
}

/**
 * Sends up to a hundred products and adds what came of it to the totals. The first draft that a call starts gathers the price changes
 * of all later ones. Rows that the service refuses are rejected, and the others are sent again without them. Throws an ApiError
 * when the service refuses the call itself.
 */
export async function sendProducts(recipient: Recipient, rows: readonly Outgoing[]): Promise<void> {
  let left = rows
  while (left.length > 0) {
    const products = left.map(({ product }) => product)
    const refused = await upsert(recipient, products)
    for (const [position, reasons] of refused) await recipient.reject(left[position]!.record, reasons.join('; '))
    if (refused.size === 0) break
    left = left.filter((_, position) => !refused.has(position))
  }
  recipient.totals.sent += rows.length
}

/** Makes one call; returns the positions that it was refused for, with the reasons. */
async function upsert(recipient: Recipient, products: ProductItem[]): Promise<Map<number, string[]>> {
  const { client, totals, mayReplaceDraft } = recipient
  const { priceChangeId } = totals
  try {
    const body = priceChangeId === null ? { products } : { products, priceChangeId }
    const { data } = await client.put('/api/v1/products', { body })
    totals.created += data.created
    totals.updated += data.updated
    totals.priceChanges += data.priceChanges
    totals.priceChangeId ??= data.priceChangeId
    for (const customer of data.unknownCustomers) totals.unknownCustomers.add(customer)
    return new Map()
  } catch (error) {
    if (priceChangeId !== null && mayReplaceDraft && isNoDraft(error)) {
      Object.assign(totals, { priceChangeId: null, priceChanges: 0 } satisfies Partial<Totals>)
      return upsert(recipient, products)
    }
    const refused = refusedRows(error, products.length)
    if (refused.size === 0) throw error
    return refused
  }
}

/** The draft was published, cancelled or discarded in the meantime; no other cause has these codes on this call. */
function isNoDraft(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_request')
}

/** The rows that a validation error names; none when anything but rows is wrong, as sending fewer would not mend that. */
function refusedRows(error: unknown, count: number): Map<number, string[]> {
  const refused = new Map<number, string[]>()
  if (!(error instanceof ApiError) || error.code !== 'validation_error') return refused
  for (const { path, message } of error.issues) {
    const [, position = '', field] = /^products\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
    if (position === '' || Number(position) >= count) return new Map()
    const reason = field === undefined ? message : `${field}: ${message}`
    refused.set(Number(position), [...(refused.get(Number(position)) ?? []), reason])
  }
  return refused
}

import { ApiError } from '@trade-catalogue/client'
import type { Client, ProductItem } from '@trade-catalogue/client'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'

/** Products in one call. */
export const BATCH_SIZE = 100

/** A row to send, with its record in the file. */
export type Outgoing = { record: CsvRecord; product: ProductItem }

/** The results so far. */
export type Totals = {
  /** Products that were sent, also refused ones. */
  sent: number
  created: number
  updated: number
  /** Products whose new price went into the draft. */
  priceChanges: number
  /** The draft with the new prices; null until a price changes. */
  priceChangeId: string | null
  unknownCustomers: Set<string>
}

export type Recipient = {
  client: Client
  totals: Totals
  /** Called for a row that the service refuses. */
  reject: (record: CsvRecord, reason: string) => Promise<void>
  /** True if a new draft may replace one that is no longer a draft. */
  mayReplaceDraft: boolean
}

/**
 * Sends up to a hundred products, and adds the results to the totals. All later calls use the first draft that a call
 * starts. Rows that the service refuses are rejected, and the others are sent again. Throws an ApiError if the service
 * refuses the whole call.
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

/** Makes one call. Returns the refused positions, with the reasons. */
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

/** True if the draft was published, scheduled or discarded meanwhile. On this call, no other error has these codes. */
function isNoDraft(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_request')
}

/** The rows in a validation error. None if there are other errors too, because fewer rows would not fix those. */
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

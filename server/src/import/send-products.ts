import { ApiError } from '@trade-catalogue/client'
import type { Client, ProductItem } from '@trade-catalogue/client'
import type { CsvRecord } from './read-csv.ts'

/** Products in one call. */
export const BATCH_SIZE = 100

/** A row that is ready to go, with what it came from. */
export type Outgoing = { record: CsvRecord; product: ProductItem }

/** What the service has done so far. */
export type Totals = {
  created: number
  updated: number
  /** Products whose new price went into the draft. */
  priceChanges: number
  /** The draft that gathers them; null until a price changes. */
  priceChangeId: string | null
  unknownCustomers: Set<string>
}

/**
 * Sends up to a hundred products and adds what came of it to the totals. The first draft that a call starts gathers the price changes
 * of all later ones. Rows that the service refuses go to `reject`, and the others are sent again without them. Throws an ApiError
 * when the service refuses the call itself.
 */
export async function sendProducts(
  client: Client,
  rows: readonly Outgoing[],
  totals: Totals,
  reject: (record: CsvRecord, reason: string) => Promise<void>,
): Promise<void> {
  let left = rows
  while (left.length > 0) {
    const products = left.map(({ product }) => product)
    const refused = await upsert(client, products, totals)
    for (const [position, reasons] of refused) await reject(left[position]!.record, reasons.join('; '))
    if (refused.size === 0) return
    left = left.filter((_, position) => !refused.has(position))
  }
}

/** Makes one call; returns the positions that it was refused for, with the reasons. */
async function upsert(client: Client, products: ProductItem[], totals: Totals): Promise<Map<number, string[]>> {
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
    const refused = refusedRows(error, products.length)
    if (refused.size === 0) throw error
    return refused
  }
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

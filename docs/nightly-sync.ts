import { readFile, writeFile } from 'node:fs/promises'
import { ApiError, createClient } from '@trade-catalogue/client'
import type { CustomerItem, OrderWithLines, ProductItem } from '@trade-catalogue/client'

const catalogue = createClient({ url: process.env['CATALOGUE_URL']!, key: process.env['CATALOGUE_KEY']! })

/** What the ERP has. Send all products: what hasn't changed is left as it is. */
export async function sendAll(customers: CustomerItem[], products: ProductItem[]) {
  for (let i = 0; i < customers.length; i += 100) {
    await catalogue.put('/api/v1/customers', { body: { customers: customers.slice(i, i + 100) } })
  }
  for (let i = 0; i < products.length; i += 100) {
    // Changed prices wait in the draft of this name until somebody publishes it.
    const body = { products: products.slice(i, i + 100), priceChangeKey: 'nightly' }
    const { data } = await catalogue.put('/api/v1/products', { body })
    if (data.unknownCustomers.length > 0) console.warn('onlyFor names unknown customers:', data.unknownCustomers)
  }
}

/** Hands new orders to the ERP, which must take each only once: by its number. */
export async function takeOrders(take: (order: OrderWithLines) => Promise<void>) {
  const { data: waiting } = await catalogue.get('/api/v1/orders', { params: { query: { status: 'new' } } })
  for (const { id, creditHold } of waiting.toReversed()) {
    if (creditHold) continue // The staff decide about it.
    const params = { path: { id } }
    await take((await catalogue.get('/api/v1/orders/{id}', { params })).data)
    await catalogue.patch('/api/v1/orders/{id}', { params, body: { status: 'confirmed' } }).catch((error) => {
      if (!(error instanceof ApiError) || error.reason !== 'already_moved') throw error
    })
  }
}

/** Follows the list prices from where the last run ended; the first one has all of them. */
export async function takePrices(take: (sku: string, price: number | null) => Promise<void>, file = 'prices.cursor') {
  const cursor = await readFile(file, 'utf8').catch(() => 'start')
  for await (const { data, nextCursor } of catalogue.follow('/api/v1/price-feed', cursor, { limit: 500 })) {
    for (const { sku, price } of data) await take(sku, price?.unit ?? null)
    await writeFile(file, nextCursor)
  }
}

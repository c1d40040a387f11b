import { readFile, writeFile } from 'node:fs/promises'
import { ApiError, createClient } from '@trade-catalogue/client'
import type { CustomerItem, OrderWithLines, ProductItem } from '@trade-catalogue/client'

const catalogue = createClient({ url: process.env['CATALOGUE_URL']!, key: process.env['CATALOGUE_KEY']! })
const read = (file: string) => readFile(file, 'utf8').catch(() => 'start')

/** What the ERP has. Send all products: what hasn't changed is left as it is. */
export async function sendAll(customers: CustomerItem[], products: ProductItem[]) {
  for (let i = 0; i < customers.length; i += 100) {
    await catalogue.put('/api/v1/customers', { body: { customers: customers.slice(i, i + 100) } })
  }
  for (let i = 0; i < products.length; i += 100) {
    const body = { products: products.slice(i, i + 100), priceChangeKey: 'nightly' } // The draft of changed prices.
    const { data } = await catalogue.put('/api/v1/products', { body })
    if (data.unknownCustomers.length > 0) console.warn('onlyFor names unknown customers:', data.unknownCustomers)
  }
}

/** Hands new orders to the ERP, which must take each only once: by its number. One on hold comes again. */
export async function takeOrders(take: (order: OrderWithLines) => Promise<void>, file = 'orders.cursor') {
  for await (const { data, nextCursor } of catalogue.follow('/api/v1/order-feed', await read(file))) {
    for (const { id, order } of data.filter(({ order }) => order.status === 'new' && !order.creditHold)) {
      await take(order)
      const call = { params: { path: { id } }, body: { status: 'confirmed' } } as const
      await catalogue.patch('/api/v1/orders/{id}', call).catch((error) => {
        if (!(error instanceof ApiError) || error.reason !== 'already_moved') throw error
      })
    }
    await writeFile(file, nextCursor)
  }
}

/** Follows the list prices from where the last run ended; the first one has all of them. */
export async function takePrices(take: (sku: string, price: number | null) => Promise<void>, file = 'prices.cursor') {
  for await (const { data, nextCursor } of catalogue.follow('/api/v1/price-feed', await read(file), { limit: 500 })) {
    for (const { sku, price } of data) await take(sku, price?.unit ?? null)
    await writeFile(file, nextCursor)
  }
}

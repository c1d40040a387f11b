import { expect } from 'vitest'
import type { Answer } from './service.ts'

type Get = (path: string) => Promise<Answer>
export type Read = { body: unknown; tag: string }

const LISTS = ['/products', '/customers', '/orders', '/quotes', '/price-changes', '/activity']

/** Of so many products one is read by itself: the lists show all of them. */
const PRODUCTS_FOR_ONE = 12

/** What every kind of read answers in a workspace, by path: each list to its end, and what the lists show. */
export async function everyRead(get: Get): Promise<Map<string, Read>> {
  const reads = new Map<string, Read>()
  const read = async (path: string): Promise<any> => {
    const { status, headers, body } = await get(path)
    expect({ path, status }).toEqual({ path, status: 200 })
    reads.set(path, { body, tag: headers.get('etag')! })
    return body
  }
  const readAll = async (list: string, query = '') => {
    const rows: any[] = []
    for (let offset: number | null = 0; offset !== null;) {
      const page = await read(`${list}?offset=${offset}${query}`)
      rows.push(...page.data)
      offset = page.nextOffset
    }
    return rows
  }
  for (const path of ['/workspace', '/brands', '/categories']) await read(path)
  const [products, customers] = (await Promise.all(LISTS.map((list) => readAll(list)))) as [any[], any[]]
  for (const list of LISTS.slice(1, 5)) {
    for (const { id } of await readAll(list)) await read(`${list}/${id}`)
  }
  for (const { id } of customers) await read(`/products?customer=${id}`)
  for (const { id } of customers) await readAll('/customer-codes', `&customer=${id}`)
  for (const [i, { id, sku }] of products.entries()) {
    if (i % PRODUCTS_FOR_ONE > 0) continue
    const { accountCode, id: customer } = customers[i % customers.length]
    await read(`/products/${id}?qty=12`)
    await read(`/prices?sku=${encodeURIComponent(sku)}&customer=${encodeURIComponent(accountCode ?? customer)}`)
  }
  await readAll('/products', '&q=plate')
  return reads
}

/** The answers without their tags. */
export function bodies(reads: Map<string, Read>): Record<string, unknown> {
  return Object.fromEntries([...reads].map(([path, { body }]) => [path, body]))
}

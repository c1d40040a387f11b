import { expect } from 'vitest'
import { chance } from './chance.ts'
import type { Processes } from './processes.ts'

/** A call as its caller saw it: of two of which one ended before the other began, the order is known. */
export type Sent = { call: string; skus: string[]; began: number; ended: number; data: any }

export const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

export const inSomeCase = (text: string) => (chance() < 0.5 ? text.toLowerCase() : text.toUpperCase())

/** Sends products that must be taken. */
export async function put(
  service: Processes,
  key: string,
  products: { sku: string }[],
  { call = '', priceChangeId }: { call?: string; priceChangeId?: string } = {},
): Promise<Sent> {
  const began = performance.now()
  const body = { products, ...(priceChangeId && { priceChangeId }) }
  const { status, text, body: answer } = await service.call(key, 'PUT', '/products', body)
  expect({ status, text }).toMatchObject({ status: 200 })
  const skus = products.map(({ sku }) => sku.toLowerCase())
  return { call, skus, began, ended: performance.now(), data: answer.data }
}

/** Whose values a product may have in the end: those of a call after which no other began. */
export function lastOnes(sent: readonly Sent[], sku: string): string[] {
  const touching = sent.filter(({ skus }) => skus.includes(sku.toLowerCase()))
  return touching.filter(({ ended }) => !touching.some(({ began }) => began > ended)).map(({ call }) => call)
}

/** All products that the key sees. */
export async function listed(service: Processes, key: string): Promise<any[]> {
  const products = []
  for (let offset: number | null = 0; offset !== null;) {
    const { body }: any = await service.call(key, 'GET', `/products?offset=${offset}`)
    products.push(...body.data)
    offset = body.nextOffset
  }
  return products
}

/** What answers must hold, from the numbers that products and customers were generated from. */
import assert from 'node:assert/strict'
import { evaluatePrice } from '../server/src/pricing/evaluate-price.ts'
import { product } from './catalogue.ts'
import { accountCode, chosenFor, isActive, sees, termsOf } from './terms.ts'
import { CUSTOMERS } from './fill.ts'
import type { Answer } from './server-under-load.ts'
import type { Bench } from './workload.ts'

const PAGE = 50

/** Reads with the key of the main workspace, which must succeed. */
export async function read({ server, filled }: Bench, path: string, key = filled.keys[0]!): Promise<Answer> {
  const answer = await server.request(path, { key })
  assert.equal(answer.status, 200, `GET ${path}: ${answer.text}`)
  return answer
}

/** Writes products, which must succeed, and returns what the call did. */
export async function write({ server }: Bench, key: string, products: object[]): Promise<any> {
  const answer = await server.request('/products', { key, method: 'PUT', body: JSON.stringify({ products }) })
  assert.equal(answer.status, 200, `PUT /products: ${answer.text}`)
  return answer.body.data
}

/** Every field of a product of the main workspace that follows from its number, and its price for that customer. */
export function expectProduct(shown: any, number: number, customer: number | null, products: number): void {
  const { sku, listPrice, brand, category, onlyFor: _, ...sent } = product(number)
  const terms = customer === null ? null : termsOf(customer, { number, brand: brand!, category: category! }, products)
  const { price } = evaluatePrice(listPrice, terms, 1, new Date())
  const expected = {
    ...sent,
    sku,
    manufacturerRef: sent.manufacturerRef ?? null,
    active: isActive(number),
    visibility: chosenFor(number, CUSTOMERS) ? 'selected' : 'all',
    minOrderQty: 1,
    orderMultiple: 1,
    leadTimeNote: null,
    price,
  }
  const compared = Object.fromEntries(Object.keys(expected).map((field) => [field, shown[field]]))
  assert.deepEqual(compared, expected, `product ${sku}`)
}

/** Reads a page that must have exactly these products, in this order, with the prices of that customer. */
export async function expectPage(
  bench: Bench,
  path: string,
  numbers: readonly number[],
  customer: number | null = null,
): Promise<Answer> {
  const page = await read(bench, path)
  const skus = numbers.map((number) => product(number).sku)
  assert.deepEqual(
    page.body.data.map((shown: any) => shown.sku),
    skus,
    `the products of ${path}`,
  )
  for (const [i, shown] of page.body.data.entries()) {
    expectProduct(shown, numbers[i]!, customer, bench.filled.products)
  }
  return page
}

/** The same of the page at an offset of all that a customer sees, by name. */
export async function expectPageOf(bench: Bench, customer: number, offset: number): Promise<void> {
  const seen = bench.filled.byName.filter((number) => sees(customer, number, CUSTOMERS)).slice(offset, offset + PAGE)
  await expectPage(bench, `/products?customer=${accountCode(customer)}&offset=${offset}`, seen, customer)
}

/** Numbers of products by name, as the service orders names. */
export function byName(numbers: readonly number[]): number[] {
  const { compare } = new Intl.Collator('und')
  return numbers
    .map((number) => ({ number, name: product(number).name }))
    .toSorted((a, b) => compare(a.name, b.name))
    .map(({ number }) => number)
}

import assert from 'node:assert/strict'
import { evaluatePrice } from '../../server/src/pricing/evaluate-price.ts'
import { product } from '../catalogue.ts'
import { expectProduct, read } from '../expect.ts'
import { CUSTOMERS } from '../fill.ts'
import { accountCode, sees, termsOf, WITH_AGREED_PRICES } from '../terms.ts'
import { drawing, readWorkload, unique } from './read.ts'

const one = readWorkload({
  name: 'product',
  targets: [{ figure: 'perSecond', atLeast: 7_000 }],
  check: async (bench) => {
    const draw = drawing(2)
    for (let i = 0; i < 20; i++) {
      const customer = draw(CUSTOMERS)
      const { id, number } = bench.filled.sample[draw(bench.filled.sample.length)]!
      const { body } = await read(bench, `/products/${id}?customer=${accountCode(customer)}`)
      expectProduct(body.data, number, customer, bench.filled.products)
      const { brand, category } = product(number)
      assert.deepEqual([body.data.brand, body.data.category], [brand, category])
    }
  },
  path: ({ filled }, draw) =>
    unique(`/products/${filled.sample[draw(filled.sample.length)]!.id}?customer=${accountCode(draw(CUSTOMERS))}`),
})

const price = readWorkload({
  name: 'price',
  targets: [{ figure: 'perSecond', atLeast: 7_000 }],
  check: async (bench) => {
    const { products } = bench.filled
    for (let i = 0; i < 40; i++) {
      // Products with an agreed price, with a chosen few who see them, and any others.
      const [customer, number] = [i, [i * 101 + 197 * i, 100 * i + 11, 37 * i][i % 3]! % products]
      const { sku, listPrice, brand, category } = product(number)
      const terms = termsOf(customer, { number, brand: brand!, category: category! }, products)
      const qty = 1 + 9 * (i % 2)
      const expected = evaluatePrice(listPrice, terms, qty, new Date())
      const path = `/prices?customer=${accountCode(customer)}&sku=${sku}&qty=${qty}`
      const { data } = (await read(bench, path)).body
      assert.deepEqual(data.price, expected.price, path)
      assert.deepEqual(data.candidates, expected.candidates, path)
      assert.equal(data.visible, sees(customer, number, CUSTOMERS), path)
    }
  },
  path: ({ filled }, draw) => {
    const { sku } = filled.sample[draw(filled.sample.length)]!
    return unique(`/prices?customer=${accountCode(draw(WITH_AGREED_PRICES))}&sku=${sku}`)
  },
})

export const PRODUCTS = [one, price]

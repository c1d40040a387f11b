import { expect, test } from 'vitest'
import { deleteProduct } from '../../server/src/catalogue/product-writes.ts'
import { useService } from '../given/service.ts'
import { done, expectDone, givenAgreedPrice, givenCustomer, item, send } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { move, place } from '../given/order.ts'

const service = useService()
const DAY = 86_400_000

async function shop() {
  const workspace = await service.workspace()
  const customerId = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenCustomer(workspace, { accountCode: 'OTHER' })
  const products = [...'ABCDEF'].map((sku) => item({ sku, name: `Product ${sku}`, listPrice: 500 }))
  await send(workspace, products)
  // A session ends before the next order of most of these tests.
  const signIn = () => givenSignedInBuyer(service, workspace, customerId)
  /** An order of one of each product, so many days after the one before. */
  const order = async (skus: string, { days = 7, customer = 'QUAY', qty = 1 } = {}) => {
    service.time.now = new Date(service.time.now.getTime() + days * DAY)
    return place(workspace, { customer, lines: [...skus].map((sku) => ({ sku, qty })) })
  }
  return { workspace, customerId, signIn, order }
}

/** The SKUs in their order: what is due, and behind a bar what is not. */
async function usual(signIn: () => Promise<TestBuyer>): Promise<string> {
  const rows: any[] = await done((await signIn()).get('/usual'))
  const skus = (isDue: boolean) => rows.flatMap((row) => (row.isDue === isDue ? [row.sku] : [])).join('')
  return `${skus(true)}|${skus(false)}`
}

test('what a customer orders comes by how often and how lately, and what is due first', async () => {
  const { signIn, order, workspace } = await shop()
  expect(await usual(signIn)).toBe('|')
  expect((await done((await signIn()).get('/portal'))).hasOrdered).toBe(false)
  for (let week = 0; week < 5; week++) await order('E')
  expect(await usual(signIn)).toBe('E|')
  // Three orders of half a year later count more than five before; one of the last four alone is not due.
  await order('A', { days: 180 })
  await order('AB')
  await order('ABC')
  await order('AD')
  expect(await usual(signIn)).toBe('ABD|CE')
  // A cancelled order counts for nothing, nor does what others order.
  const { id } = await order('F', { days: 0 })
  expect(await usual(signIn)).toBe('ABF|DCE')
  expectDone(await move(service, workspace, id, { status: 'cancelled', note: 'By mistake' }))
  for (let day = 0; day < 3; day++) await order('F', { days: 0, customer: 'OTHER' })
  expect(await usual(signIn)).toBe('ABD|CE')
  const buyer = await signIn()
  expect((await done(buyer.get('/portal'))).hasOrdered).toBe(true)
  const sorted = await done(buyer.get('/products?sort=usual'))
  expect(sorted.map(({ sku }: any) => sku).join('')).toBe('ABDCEF')
})

test('each product tells how it was ordered last, its price then and now, and whether it is still there', async () => {
  const { signIn, order, workspace, customerId } = await shop()
  await order('A')
  await order('AB', { qty: 2 })
  const { id } = await order('ABC', { qty: 6 })
  const buyer = await signIn()
  const before = await buyer.get('/usual')
  const tag = { 'if-none-match': before.headers.get('etag')! }
  expect((await buyer.get('/usual', tag)).status).toBe(304)
  await givenAgreedPrice(workspace, customerId, 'A', { unit: 450 })
  const { id: b } = (await done(buyer.get('/products?q=B')))[0]
  await deleteProduct(workspace.context, { id: b })
  await send(workspace, [item({ sku: 'C', name: 'Crown', listPrice: 500, onlyFor: ['OTHER'] })])
  const last = { orderId: id, at: service.time.now.toISOString(), qty: 6, unit: 500 }
  const now = await buyer.get('/usual', tag)
  expect(now.body).toMatchObject({
    data: [
      { sku: 'A', isDue: true, last, product: { name: 'Product A', price: { unit: 450, list: null } } },
      { sku: 'B', isDue: true, last, product: null },
      // The name that it was ordered by: what became of it is not for this customer to know.
      { sku: 'C', name: 'Product C', last, product: null },
    ],
    currency: 'GBP',
    nextOffset: null,
  })
  const pages = [0, 1, 2, 3].map(async (offset) => (await buyer.get(`/usual?limit=1&offset=${offset}`)).body)
  const skus = (await Promise.all(pages)).map(({ data, nextOffset }) => [data[0]?.sku, nextOffset])
  expect(skus).toEqual([
    ['A', 1],
    ['B', 2],
    ['C', 3],
    [undefined, null],
  ])
})

test('no buyer sees what another customer orders', async () => {
  const { order, workspace } = await shop()
  await order('ABC')
  const other = await givenCustomer(workspace, { accountCode: 'NEW' })
  const theirs = await givenSignedInBuyer(service, workspace, other)
  expect((await theirs.get('/usual')).body.data).toEqual([])
  expect((await done(theirs.get('/portal'))).hasOrdered).toBe(false)
})

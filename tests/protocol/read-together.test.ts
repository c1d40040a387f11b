import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { find, givenAgreedPrice, givenCustomer, givenDiscount, items, send } from '../given/given.ts'

const service = useService()

/** A workspace with products for all and for one, and customers with their own prices, one without a code. */
async function shop() {
  const workspace = await service.workspace()
  const [one, other] = [await givenCustomer(workspace, { accountCode: 'One' }), await givenCustomer(workspace)]
  const products = items(6, (i) => ({
    listPrice: 1000 + i,
    brand: `Brand ${i % 2}`,
    ...(i === 5 && { visibility: 'restricted', onlyFor: ['one'] }),
  }))
  await send(workspace, products)
  await givenDiscount(workspace, one, 1000)
  await givenDiscount(workspace, other, 2500)
  await givenAgreedPrice(workspace, one, 'SKU-0002', { unit: 77 })
  return { workspace, customers: ['one', 'ONE', one, one.toUpperCase(), other, 'nobody'] }
}

test('products and prices that are read at the same moment are what each is by itself', async () => {
  const { workspace, customers } = await shop()
  const skus = [...items(6).map(({ sku }) => sku), 'none']
  const ids = await Promise.all(skus.map(async (sku) => (await find(workspace, sku))?.id ?? sku))
  const paths = [undefined, ...customers].flatMap((customer) => [
    ...ids.map((id) => `/products/${id}?qty=3${customer === undefined ? '' : `&customer=${customer}`}`),
    ...skus.map((sku) => `/prices?sku=${sku.toLowerCase()}&customer=${customer ?? 'one'}`),
  ])
  // Told apart, so that none is answered from memory.
  const alone = []
  for (const path of paths) alone.push(await workspace.get(`${path}&alone=1`))
  const together = await Promise.all(paths.map((path) => workspace.get(path)))
  expect(together.map(({ status, body }) => [status, body])).toEqual(alone.map(({ status, body }) => [status, body]))
  expect(new Set(alone.map(({ status }) => status))).toEqual(new Set([200, 404]))
})

test('searches that are made at the same moment find what each finds by itself', async () => {
  const { workspace, customers } = await shop()
  const queries = ['SKU-0002', 'sku', 'brand 1', 'zz', await firstWord(workspace)]
  const pages = ['', '&offset=2&limit=2', '&limit=20&offset=1', '&offset=1000']
  const paths = [undefined, ...customers].flatMap((customer) =>
    queries.flatMap((q) =>
      pages.map((page) => {
        const priced = customer === undefined ? '' : `&customer=${customer}`
        return `/products?q=${encodeURIComponent(q)}${page}${priced}`
      }),
    ),
  )
  const alone = []
  for (const path of paths) alone.push(await workspace.get(`${path}&alone=1`))
  const together = await Promise.all(paths.map((path) => workspace.get(path)))
  expect(together.map(({ status, body }) => [status, body])).toEqual(alone.map(({ status, body }) => [status, body]))
  const found = new Set(alone.map(({ status, body }) => (status === 200 ? body.data.length : status)))
  expect(found).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 404]))
})

async function firstWord(workspace: Awaited<ReturnType<typeof shop>>['workspace']): Promise<string> {
  const { name } = await find(workspace, 'SKU-0001')
  return name.split(' ')[0]!
}

test('reads of two workspaces at the same moment know nothing of each other', async () => {
  const [mine, theirs] = [await shop(), await shop()]
  const id = (await find(mine.workspace, 'SKU-0001')).id
  const answers = await Promise.all([
    mine.workspace.get(`/products/${id}?customer=one`),
    theirs.workspace.get(`/products/${id}?customer=one`),
    theirs.workspace.get(`/prices?sku=SKU-0001&customer=${mine.customers[2]}`),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 404])
  const [ours, none] = await Promise.all([
    mine.workspace.get('/products?q=sku-0001'),
    theirs.workspace.get(`/products?q=sku-0001&customer=${mine.customers[2]}`),
  ])
  expect([ours.body.data[0].id, none.status]).toEqual([id, 404])
})

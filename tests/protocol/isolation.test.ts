import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import {
  find,
  givenAgreedPrice,
  givenCustomer,
  givenDiscount,
  idOf,
  item,
  read,
  refusal,
  send,
} from '../given/given.ts'

const service = useService()

/** Two workspaces with the same SKU, brand, category and account code, and their own of everything behind them. */
async function neighbours() {
  const [mine, theirs] = [await service.workspace(), await service.workspace({ currency: 'EUR' })]
  await send(mine, [item({ name: 'Mine', brand: 'Denby', category: 'Plates', listPrice: 100 })])
  await send(theirs, [
    item({ name: 'Theirs', brand: 'Denby', category: 'Plates', listPrice: 900 }),
    item({ sku: 'SECRET', name: 'Hidden plate', brand: 'Secret brand', category: 'Secret category' }),
  ])
  const [myCustomer, theirCustomer] = [
    await givenCustomer(mine, { accountCode: 'QUAY' }),
    await givenCustomer(theirs, { accountCode: 'QUAY', email: 'orders@quay.example' }),
  ]
  await givenCustomer(theirs, { accountCode: 'SECRET' })
  await givenDiscount(theirs, theirCustomer, 5000)
  await givenAgreedPrice(theirs, theirCustomer, 'SECRET', { unit: 1 })
  return { mine, theirs, myCustomer, theirCustomer }
}

test('lists and searches show nothing of another workspace', async () => {
  const { mine } = await neighbours()
  for (const query of ['', '?q=plate', '?q=den-1042', '?q=SECRET', '?q=Secret+brand', '?customer=QUAY']) {
    const { status, body } = await mine.get(`/products${query}`)
    expect(status).toBe(200)
    expect(body.currency).toBe('GBP')
    expect(body.data.filter(({ name }: { name: string }) => name !== 'Mine')).toEqual([])
  }
  const names = async (list: string) => (await mine.get(`/${list}`)).body.data.map(({ name }: { name: string }) => name)
  expect(await names('brands')).toEqual(['Denby'])
  expect(await names('categories')).toEqual(['Plates'])
})

test('a product, customer, brand or category of another workspace is not found by its id', async () => {
  const { mine, theirs, theirCustomer } = await neighbours()
  const { id } = await find(theirs, 'SECRET')
  const own = await find(mine, 'DEN-1042')
  const twin = await find(theirs, 'DEN-1042')
  const brand = await idOf(theirs, 'brands', 'Denby')
  const category = await idOf(theirs, 'categories', 'Plates')
  const paths = [
    `/products/${id}`,
    `/products/${twin.id}?customer=QUAY`,
    `/products/${own.id}?customer=${theirCustomer}`,
    `/products/${own.id}?customer=SECRET`,
    `/products?customer=${theirCustomer}`,
    '/products?customer=SECRET',
    `/products?brand=${brand}`,
    `/products?category=${category}`,
    `/prices?customer=${theirCustomer}&sku=DEN-1042`,
    '/prices?customer=SECRET&sku=DEN-1042',
    '/prices?customer=QUAY&sku=SECRET',
  ]
  for (const path of paths) expect(await mine.get(path)).toEqual(refusal(404, 'not_found'))
})

test('what does not exist and what is elsewhere are told in the same words', async () => {
  const { mine, theirs, theirCustomer } = await neighbours()
  const { id } = await find(theirs, 'SECRET')
  const message = async (path: string) => (await mine.get(path)).body.error.message
  const nowhere = '01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a'
  expect(await message(`/products/${id}`)).toBe((await message(`/products/${nowhere}`)).replace(nowhere, id))
  expect(await message(`/products?customer=${theirCustomer}`)).toBe(
    (await message(`/products?customer=${nowhere}`)).replace(nowhere, theirCustomer),
  )
})

test('an account code means the customer of the own workspace, at the own terms', async () => {
  const { mine, theirs, myCustomer } = await neighbours()
  expect((await read(mine, 'DEN-1042', '?customer=QUAY')).price).toMatchObject({ unit: 100, source: 'list' })
  expect((await read(theirs, 'DEN-1042', '?customer=QUAY')).price).toMatchObject({ unit: 450, source: 'customer' })
  const { data } = (await mine.get('/prices?customer=QUAY&sku=DEN-1042')).body
  expect(data).toMatchObject({ customer: { id: myCustomer }, price: { unit: 100 } })
  expect(data.candidates).toHaveLength(1)
})

test('writing changes nothing in another workspace', async () => {
  const { mine, theirs } = await neighbours()
  const before = (await theirs.get('/products')).body
  await send(mine, [
    item({ name: 'Changed', brand: 'DENBY', listPrice: 1, onlyFor: ['QUAY'] }),
    item({ sku: 'secret', name: 'Mine too', brand: 'SECRET BRAND' }),
  ])
  expect((await theirs.get('/products')).body).toEqual(before)
  expect((await read(mine, 'secret')).brand).toBe('SECRET BRAND')
  expect((await theirs.get('/brands')).body.data.map(({ name }: { name: string }) => name)).toEqual([
    'Denby',
    'Secret brand',
  ])
})

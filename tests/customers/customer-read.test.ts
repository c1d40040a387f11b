import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { done, givenAgreedPrice, givenBuyer, givenCustomer, givenDiscount } from '../given/given.ts'
import { find, idOf, invalidFields, item, refusal, send } from '../given/given.ts'

const service = useService()

const NOWHERE = '01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a'

test('one customer has what the list shows of it, and no terms unless they are set', async () => {
  const workspace = await service.workspace({ currency: 'JPY' })
  const id = await givenCustomer(workspace, { accountCode: 'Quay-7' })
  const [listed] = (await workspace.get('/customers')).body.data
  expect((await workspace.get(`/customers/${id}`)).body).toEqual({
    data: { ...listed, discountRules: [], agreedPrices: [], buyers: [] },
    currency: 'JPY',
  })
})

test('one customer has thousands of terms, each once and in order', async () => {
  const workspace = await service.workspace()
  const brands = ['zinc', 'Ärm', 'arc', 'Zed', ...Array.from({ length: 46 }, (_, i) => `Brand ${i + 10}`)]
  await send(
    workspace,
    brands.map((brand, i) => item({ sku: `S-${i}`, brand })),
  )
  const customer = await givenCustomer(workspace)
  const { db } = workspace.context
  await sql`
    insert into discount_rule (workspace_id, id, customer_id, applies_to, brand_id, discount_bp, created_at, updated_at)
    select ${workspace.id}, gen_random_uuid(), ${customer}, 'brand', id, 500, now(), now() from brand
    where workspace_id = ${workspace.id}`.execute(db)
  await sql`
    insert into agreed_price (workspace_id, id, customer_id, product_id, unit, min_qty, created_at, updated_at)
    select ${workspace.id}, gen_random_uuid(), ${customer}, p.id, 100, i, now(), now()
    from product p, generate_series(1, 50) i where p.workspace_id = ${workspace.id}`.execute(db)
  const { discountRules, agreedPrices } = (await workspace.get(`/customers/${customer}`)).body.data
  const names = discountRules.map(({ brand }: { brand: string }) => brand)
  expect(names).toEqual(['arc', 'Ärm', ...brands.slice(4), 'Zed', 'zinc'])
  const prices = agreedPrices.map(({ sku, minQty }: { sku: string; minQty: number }) => `${sku} ${minQty}`)
  const skus = brands.map((_, i) => `S-${i}`).toSorted()
  expect(prices).toEqual(skus.flatMap((sku) => Array.from({ length: 50 }, (_, i) => `${sku} ${i + 1}`)))
})

test('one customer has its discounts in the order in which prices consider them', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item({ brand: 'Hollin', category: 'Tableware' })])
  const customer = await givenCustomer(workspace)
  const brandId = await idOf(workspace, 'brands', 'Hollin')
  const categoryId = await idOf(workspace, 'categories', 'Tableware')
  await givenDiscount(workspace, customer, 300)
  await givenDiscount(workspace, customer, 1000, { categoryId })
  await givenDiscount(workspace, customer, 1250, { brandId })
  await givenDiscount(workspace, await givenCustomer(workspace), 9000)
  const id = expect.any(String)
  const none = { brandId: null, brand: null, categoryId: null, category: null, group: null }
  expect((await workspace.get(`/customers/${customer}`)).body.data.discountRules).toEqual([
    { ...none, id, appliesTo: 'brand', brandId, brand: 'Hollin', discountBp: 1250, label: '12.5% off Hollin' },
    {
      ...none,
      id,
      appliesTo: 'category',
      categoryId,
      category: 'Tableware',
      discountBp: 1000,
      label: '10% off Tableware',
    },
    { ...none, id, appliesTo: 'all', discountBp: 300, label: '3% off everything' },
  ])
  const { price } = (await workspace.get(`/prices?customer=${customer}&sku=DEN-1042`)).body.data
  expect(price.label).toBe('12.5% off Hollin')
})

test('one customer has its agreed prices by SKU and quantity, those of other times too', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item({ sku: 'b', name: 'Bowl' }), item({ sku: 'A', name: 'Plate' })])
  const customer = await givenCustomer(workspace)
  const [startsAt, endsAt] = ['2025-01-01T00:00:00.000Z', '2025-02-01T12:30:00.250Z']
  await givenAgreedPrice(workspace, customer, 'b', { unit: 1 })
  await givenAgreedPrice(workspace, customer, 'A', { unit: 2, minQty: 10 })
  await givenAgreedPrice(workspace, customer, 'A', { unit: 3, minQty: 9, startsAt, endsAt })
  await givenAgreedPrice(workspace, await givenCustomer(workspace), 'A', { unit: 4 })
  const { id: productId } = await find(workspace, 'A')
  const open = { startsAt: null, endsAt: null }
  const plate = { id: expect.any(String), productId, sku: 'A', name: 'Plate', group: null }
  expect((await workspace.get(`/customers/${customer}`)).body.data.agreedPrices).toEqual([
    { ...plate, unit: 3, minQty: 9, startsAt, endsAt, label: 'Agreed price from 9' },
    { ...plate, unit: 2, minQty: 10, ...open, label: 'Agreed price from 10' },
    expect.objectContaining({ sku: 'b', name: 'Bowl', unit: 1, minQty: 1, ...open }),
  ])
})

test('one customer has its own buyers', async () => {
  const workspace = await service.workspace()
  const customer = await givenCustomer(workspace)
  await givenBuyer(workspace, customer, 'Bo@x.example')
  await givenBuyer(workspace, await givenCustomer(workspace), 'other@x.example')
  expect((await workspace.get(`/customers/${customer}`)).body.data.buyers).toEqual([
    {
      id: expect.any(String),
      name: 'Bo Buyer',
      email: 'Bo@x.example',
      status: 'invited',
      invitedAt: '2026-01-01T00:00:00.000Z',
      lastSeenAt: null,
      orderLimit: null,
      costCentre: null,
    },
  ])
})

test('the address of a customer is its id or its account code, in any case', async () => {
  const workspace = await service.workspace({ scope: 'read' })
  const id = await givenCustomer(workspace, { accountCode: 'Quay-7' })
  for (const who of [id, id.toUpperCase(), 'Quay-7', 'QUAY-7', '%20quay-7']) {
    expect((await done(workspace.get(`/customers/${who}`))).id).toBe(id)
  }
})

test.each(['A/1', 'a b', '50%', 'Ünï', 'a?b#c', '..', '😀'.repeat(64), 'a+b', 'a;b'])(
  'the address of a customer can be the code %s',
  async (code) => {
    const workspace = await service.workspace()
    const id = await givenCustomer(workspace, { accountCode: code })
    const path = code === '..' ? '%2E%2E%20' : encodeURIComponent(code)
    expect((await workspace.get(`/customers/${path}`)).body.data?.id).toBe(id)
  },
)

test('the address of a customer is its id, where another customer has that for its code', async () => {
  const workspace = await service.workspace()
  const id = await givenCustomer(workspace)
  const other = await givenCustomer(workspace, { accountCode: id })
  expect((await workspace.get(`/customers/${id}`)).body.data.id).toBe(id)
  expect((await workspace.get(`/customers/${other}`)).body.data.id).toBe(other)
})

test.each(['NOBODY-1', NOWHERE, 'not-a-uuid'])(
  'the address of a customer that nobody has is 404, naming it: %s',
  async (who) => {
    const { get } = await service.workspace()
    const answer = await get(`/customers/${who}`)
    expect(answer).toEqual(refusal(404, 'not_found'))
    expect(answer.body.error.message).toContain(who)
  },
)

test('the address of a customer that is far too long is 404, naming what it begins with', async () => {
  const { get } = await service.workspace()
  const answer = await get(`/customers/${'x'.repeat(5_000)}`)
  expect(answer).toEqual(refusal(404, 'not_found'))
  expect(answer.body.error.message).toContain(`"${'x'.repeat(100)}…"`)
})

test('the address of a customer of another workspace is nobody’s, in the same words', async () => {
  const [mine, theirs] = [await service.workspace(), await service.workspace()]
  const id = await givenCustomer(theirs, { accountCode: 'THEIRS' })
  const answer = await mine.get(`/customers/${id}`)
  expect(answer).toEqual(refusal(404, 'not_found'))
  expect(answer.body.error.message.replace(id, NOWHERE)).toBe(
    (await mine.get(`/customers/${NOWHERE}`)).body.error.message,
  )
  expect(await mine.get('/customers/THEIRS')).toEqual(refusal(404, 'not_found'))
})

test('the address of a customer cannot hold NUL', async () => {
  const { get } = await service.workspace()
  expect(invalidFields(await get('/customers/a%00b'))).toEqual(['id'])
})

test('the address of a customer takes no other method, and needs a key', async () => {
  const { key } = await service.workspace()
  expect(await service.call('PATCH', '/customers/X', { key })).toEqual(refusal(405, 'method_not_allowed'))
  expect(await service.call('DELETE', '/customers', { key })).toEqual(refusal(405, 'method_not_allowed'))
  expect(await service.call('GET', '/customers/X')).toEqual(refusal(401, 'unauthorized'))
})

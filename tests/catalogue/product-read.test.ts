import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { alter, refusal, invalidFields, find, givenCustomer, item, read, send } from '../given/given.ts'

const service = useService()

test('a product is read by its id, in any case', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item()])
  const { id } = await find(workspace, 'DEN-1042')
  expect((await workspace.get(`/products/${id}`)).body.data).toMatchObject({ id, sku: 'DEN-1042' })
  expect((await workspace.get(`/products/${id.toUpperCase()}`)).body.data.id).toBe(id)
})

test('an id that no product has is not found', async () => {
  const { get } = await service.workspace()
  for (const id of [randomUUIDv7(), 'DEN-1042', '1', '%00', `${randomUUIDv7()}x`, "';--", '%F0%9F%98%80']) {
    expect(await get(`/products/${id}`)).toEqual(refusal(404, 'not_found'))
  }
})

test('an inactive product is still read by its id', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item()])
  await alter(workspace, 'DEN-1042', { active: false, min_order_qty: 6 })
  expect(await read(workspace, 'DEN-1042')).toMatchObject({ active: false, minOrderQty: 6 })
})

test.each([
  ['', 1],
  ['?qty=', 1],
  ['?qty=1', 1],
  ['?qty=3', 3],
  ['?qty=1000000', 1_000_000],
])('the quantity of "%s" prices %i', async (query, qty) => {
  const workspace = await service.workspace()
  await send(workspace, [item({ listPrice: 1_000_000_000 })])
  const { price } = await read(workspace, 'DEN-1042', query)
  expect(price).toMatchObject({ unit: 1_000_000_000, line: 1_000_000_000 * qty, list: 1_000_000_000 })
})

test.each(['0', '-1', '1000001', '1.5', 'two', '1e3', '99999999999999999999'])(
  'a quantity of %s is refused',
  async (qty) => {
    const workspace = await service.workspace()
    await send(workspace, [item()])
    const { id } = await find(workspace, 'DEN-1042')
    expect(invalidFields(await workspace.get(`/products/${id}?qty=${qty}`))).toEqual(['qty'])
  },
)

test('a quantity given twice is refused, as is a customer given twice, and both are told', async () => {
  const { get } = await service.workspace()
  expect(invalidFields(await get(`/products/${randomUUIDv7()}?qty=1&qty=1&customer=a&customer=b`))).toEqual([
    'customer',
    'qty',
  ])
})

test('a customer that does not exist is not found, and is named', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item()])
  const { id } = await find(workspace, 'DEN-1042')
  for (const customer of ['NOBODY-7', randomUUIDv7()]) {
    const answer = await workspace.get(`/products/${id}?customer=${customer}`)
    expect(answer).toEqual(refusal(404, 'not_found'))
    expect(answer.body.error.message).toContain(customer)
  }
})

test('a customer who cannot see the product does not find it', async () => {
  const workspace = await service.workspace()
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenCustomer(workspace, { accountCode: 'PIER' })
  await send(workspace, [item({ onlyFor: ['PIER'] }), item({ sku: 'OLD' })])
  await alter(workspace, 'OLD', { active: false })
  const [chosen, old] = [await find(workspace, 'DEN-1042'), await find(workspace, 'OLD')]
  expect(await workspace.get(`/products/${chosen.id}?customer=QUAY`)).toEqual(refusal(404, 'not_found'))
  expect((await workspace.get(`/products/${chosen.id}?customer=PIER`)).status).toBe(200)
  expect(await workspace.get(`/products/${old.id}?customer=PIER`)).toEqual(refusal(404, 'not_found'))
})

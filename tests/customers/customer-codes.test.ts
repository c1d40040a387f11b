import { expect, test } from 'vitest'
import { givenLineReader, inWords } from '../given/line-reader.ts'
import { givenMember } from '../given/member.ts'
import { done, expectDone, givenCustomer, invalidFields, item, read, refusal, send } from '../given/given.ts'
import { readOrder } from '../given/order.ts'
import { useService } from '../given/service.ts'

const service = useService()

async function shop() {
  const workspace = await service.workspace()
  const customerId = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await send(workspace, [item({ sku: 'PLATE' }), item({ sku: 'CUP' }), item({ sku: 'JUG' })])
  const put = (codes: object[], customer = 'quay') => workspace.put('/customer-codes', { customer, codes })
  const listed = async (customer = 'QUAY') =>
    (await done(workspace.get(`/customer-codes?customer=${customer}`))).map(({ sku, code }: any) => `${code}=${sku}`)
  return { workspace, customerId, put, listed }
}

test('part numbers are set, changed and removed, and the same call again changes nothing', async () => {
  const { workspace, customerId, put, listed } = await shop()
  const codes = [
    { sku: 'plate', code: 'Q-9' },
    { sku: 'CUP', code: 'q-1' },
  ]
  expect(await done(put(codes))).toEqual({ set: 2, removed: 0 })
  expect(await listed()).toEqual(['q-1=CUP', 'Q-9=PLATE'])
  expect(await listed(customerId)).toEqual(['q-1=CUP', 'Q-9=PLATE'])
  const tag = async () => (await workspace.get('/workspace')).headers.get('etag')
  const before = await tag()
  expect(await done(put(codes))).toEqual({ set: 0, removed: 0 })
  expect(await tag()).toBe(before)
  expect(await done(put([{ sku: 'PLATE', code: 'q-9' }]))).toEqual({ set: 1, removed: 0 })
  expect(
    await done(
      put([
        { sku: 'CUP', code: null },
        { sku: 'JUG', code: ' ' },
      ]),
    ),
  ).toEqual({ set: 0, removed: 1 })
  expect(await listed()).toEqual(['q-9=PLATE'])
  expect((await workspace.get('/activity?limit=1')).body.data[0]).toMatchObject({
    action: 'customer.set_codes',
    changes: { set: 0, removed: 1 },
  })
  const page = await workspace.get('/customer-codes?customer=QUAY&limit=1')
  expect(page.body).toMatchObject({ data: [{ sku: 'PLATE', name: 'Azure plate' }], nextOffset: 1 })
})

test('a number that stands for another product is refused, unless the same call frees it', async () => {
  const { put, listed } = await shop()
  expectDone(
    await put([
      { sku: 'PLATE', code: 'A' },
      { sku: 'CUP', code: 'B' },
    ]),
  )
  const taken = await put([{ sku: 'JUG', code: 'a' }])
  expect(invalidFields(taken)).toEqual(['codes.0.code'])
  expect(taken.body.error.issues[0].message).toContain('"PLATE"')
  // Two that swap, and one that follows.
  expectDone(
    await put([
      { sku: 'PLATE', code: 'B' },
      { sku: 'CUP', code: 'A' },
    ]),
  )
  expect(await listed()).toEqual(['A=CUP', 'B=PLATE'])
  expectDone(
    await put([
      { sku: 'CUP', code: null },
      { sku: 'JUG', code: 'A' },
    ]),
  )
  expect(await listed()).toEqual(['A=JUG', 'B=PLATE'])
})

test('what is wrong is said at its field, and nothing of the call is written', async () => {
  const { workspace, put, listed } = await shop()
  const wrong = [
    { sku: 'PLATE', code: 'A' },
    { sku: 'plate', code: 'B' },
    { sku: 'CUP', code: 'a' },
    { sku: 'NOWHERE', code: 'C' },
  ]
  expect(invalidFields(await put(wrong))).toEqual(['codes.1.sku', 'codes.2.code', 'codes.3.sku'])
  expect(invalidFields(await put([{ sku: 'CUP', code: 'x'.repeat(65) }]))).toEqual(['codes.0.code'])
  expect(invalidFields(await put([]))).toEqual(['codes'])
  const misspelled = await workspace.put('/customer-codes', { customer: 'QUAY', codes: [{ sku: 'CUP', number: 'A' }] })
  expect(invalidFields(misspelled)).toEqual(['codes.0.code'])
  expect(invalidFields(await put(Array.from({ length: 101 }, () => ({ sku: 'CUP', code: 'A' }))))).toEqual(['codes'])
  expect(await listed()).toEqual([])
  expect(await put([{ sku: 'CUP', code: 'A' }], 'NOBODY')).toEqual(refusal(404, 'not_found'))
  expect(await workspace.get('/customer-codes?customer=NOBODY')).toEqual(refusal(404, 'not_found'))
  expect(invalidFields(await workspace.get('/customer-codes'))).toEqual(['customer'])
})

test('each customer has its own numbers, and so has each workspace', async () => {
  const { workspace, put, listed } = await shop()
  const others = await shop()
  expectDone(await workspace.put('/customers', { customers: [{ accountCode: 'RIVAL', name: 'Rival' }] }))
  expectDone(await put([{ sku: 'PLATE', code: 'A' }]))
  expectDone(await put([{ sku: 'CUP', code: 'A' }], 'RIVAL'))
  expectDone(await others.put([{ sku: 'JUG', code: 'A' }]))
  expect([await listed(), await listed('RIVAL'), await others.listed()]).toEqual([['A=PLATE'], ['A=CUP'], ['A=JUG']])
})

test('the buyers of the customer search and order by them, and orders keep the number of then', async () => {
  const { workspace, buyer, read: lines } = await givenLineReader(service, ['PLATE', 'CUP', 'HIDDEN'])
  const [{ id: customer }] = (await workspace.get('/customers')).body.data
  expectDone(await workspace.put('/customers', { customers: [{ accountCode: 'RIVAL', name: 'Rival' }] }))
  await send(workspace, [item({ sku: 'HIDDEN', onlyFor: ['RIVAL'] })])
  const put = (codes: object[]) => workspace.put('/customer-codes', { customer, codes })
  expectDone(
    await put([
      { sku: 'PLATE', code: 'OUR 26' },
      { sku: 'HIDDEN', code: 'SECRET' },
    ]),
  )
  const found = async (query: string) =>
    (await done(buyer.get(`/products?${query}`))).map(({ sku }: { sku: string }) => sku)
  expect(await found('q=our%2026')).toEqual(['PLATE'])
  expect(await found('q=our%2026&sort=price')).toEqual(['PLATE'])
  expect(await found('q=secret')).toEqual([])
  expect((await workspace.get(`/products?q=our%2026&customer=${customer}`)).body.data).toMatchObject([{ sku: 'PLATE' }])
  expect((await workspace.get('/products?q=our%2026')).body.data).toEqual([])
  expect(inWords(await lines('our 26\t4'))).toBe('1: 4 of PLATE')
  const [line] = await done(buyer.post('/lines/check', { lines: [{ sku: 'Our 26', qty: 2 }] }))
  expect(line).toMatchObject({ sku: 'PLATE', problem: null })
  const { id } = await read(workspace, 'PLATE')
  expect(await done(buyer.get(`/products/${id}`))).toMatchObject({ customerCode: 'OUR 26' })

  const owner = await givenMember(service, workspace, 'owner')
  const order = await done(
    owner.post('/orders', {
      customer,
      lines: [
        { sku: 'PLATE', qty: 2 },
        { sku: 'CUP', qty: 1 },
      ],
      token: 'a',
    }),
  )
  expectDone(await put([{ sku: 'PLATE', code: 'NEW 26' }]))
  const kept = { lines: [{ customerCode: 'OUR 26' }, { customerCode: null }] }
  expect(await readOrder(workspace, order.id)).toMatchObject(kept)
  expect(await done(buyer.get(`/orders/${order.id}`))).toMatchObject(kept)
  expect(await done(owner.get(`/orders/${order.id}`))).toMatchObject(kept)
})

test('staff see, set and remove them on the page of the customer', async () => {
  const { workspace, customerId, put } = await shop()
  expectDone(await put([{ sku: 'PLATE', code: 'A' }]))
  const staff = await givenMember(service, workspace, 'manager')
  const path = `/customers/${customerId}/codes`
  expect(await done(staff.put(path, { codes: [{ sku: 'CUP', code: 'B' }] }))).toEqual({ set: 1, removed: 0 })
  expect(await done(staff.get(path))).toMatchObject([
    { sku: 'PLATE', code: 'A' },
    { sku: 'CUP', code: 'B' },
  ])
})

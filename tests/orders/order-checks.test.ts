import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import {
  alter,
  done,
  givenAgreedPrice,
  givenCustomer,
  givenDiscount,
  invalidFields,
  item,
  refusal,
  send,
} from '../given/given.ts'
import { publishPriceChange } from '../../server/src/pricing/price-changes/publish-price-change.ts'

const service = useService()

async function shop() {
  const workspace = await service.workspace()
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const check = (lines: object[], who = customer) => post(workspace, { customer: who, lines })
  return { workspace, customer, check }
}

function post({ key }: TestWorkspace, body: unknown) {
  return service.call('POST', '/order-checks', { key, body: JSON.stringify(body) })
}

/** Gives products another list price, by a published price change of that name. */
async function reprice(workspace: TestWorkspace, prices: Record<string, number>, name: string) {
  const { priceChangeId: id } = await done(
    workspace.put('/products', {
      products: Object.entries(prices).map(([sku, listPrice]) => item({ sku, name: `Ware ${sku}`, listPrice })),
    }),
  )
  await workspace.context.db
    .updateTable('price_change')
    .set({ name })
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', id)
    .execute()
  await publishPriceChange({ ...workspace.context, clock: () => service.time.now }, { id } as never)
  return id
}

test('each line says our price beside the expected one, and why they differ', async () => {
  const { workspace, customer, check } = await shop()
  await send(
    workspace,
    ['PL-1', 'BO-2', 'CU-3', 'DI-4'].map((sku) => item({ sku, name: `Ware ${sku}`, listPrice: 770 })),
  )
  const spring = await reprice(workspace, { 'PL-1': 810, 'BO-2': 1000 }, 'Spring prices')
  await givenAgreedPrice(workspace, customer, 'CU-3', { unit: 700, minQty: 10 })
  const since = { priceChangeId: spring, name: 'Spring prices', at: service.time.now.toISOString() }
  expect(
    await done(
      check([
        { sku: 'pl-1', qty: 12, unit: 770 },
        { sku: 'BO-2', qty: 2, unit: 1000 },
        { sku: 'CU-3', qty: 10, unit: 720 },
        { sku: 'DI-4', qty: 1 },
      ]),
    ),
  ).toMatchObject([
    {
      product: { sku: 'PL-1', name: 'Ware PL-1', unitLabel: 'each' },
      qty: 12,
      price: { unit: 810, line: 9720, source: 'list' },
      minQty: 1,
      since,
      why: 'list price since 2 March 2026 (Spring prices)',
      difference: { unit: 40, line: 480 },
      problem: null,
      nearest: [],
    },
    { since, difference: { unit: 0, line: 0 } },
    { minQty: 10, since: null, why: 'agreed price from 10', difference: { unit: -20, line: -200 } },
    { price: { unit: 770 }, since: null, why: 'list price', difference: null },
  ])
  await givenDiscount(workspace, customer, 1_000)
  expect(await done(check([{ sku: 'PL-1', qty: 1, unit: 770 }], 'quay'))).toMatchObject([
    { why: '10% off everything, of the list price since 2 March 2026 (Spring prices)', difference: { unit: -41 } },
  ])
})

test('lines are found by GTIN and by the own part number; a code that names none, or several, offers the nearest', async () => {
  const { workspace, check } = await shop()
  await send(workspace, [
    item({ sku: 'PL-100', name: 'Azure plate', gtin: '5012345678900' }),
    item({ sku: 'PL-200', gtin: '4006381333931' }),
    item({ sku: 'PL-201', gtin: '4006381333931' }),
    item({ sku: 'OWN-1' }),
  ])
  await done(workspace.put('/customer-codes', { customer: 'QUAY', codes: [{ sku: 'PL-100', code: 'OWN-1' }] }))
  const lines = await done(
    check([
      { gtin: '05012345678900', qty: 1 },
      { customerCode: 'own-1', qty: 1 },
      { gtin: '4006381333931', qty: 1 },
      { customerCode: 'PL-200', qty: 1 },
      { sku: 'PL-10', qty: 1 },
      { gtin: '96385074', qty: 1 },
      { sku: 'OWN-1', qty: 1 },
    ]),
  )
  expect(lines.map(({ product, problem }: any) => [product?.sku, problem])).toEqual([
    ['PL-100', null],
    ['PL-100', 'The SKU "PL-100" is in this order more than once: add the quantities up in one line.'],
    [undefined, 'Several products have the GTIN "4006381333931": name the SKU.'],
    [undefined, 'The customer has no part number "PL-200".'],
    [undefined, 'There is no product with the SKU "PL-10".'],
    [undefined, 'No product has the GTIN "96385074".'],
    ['OWN-1', null],
  ])
  expect(lines.map(({ nearest }: any) => nearest.map(({ sku }: any) => sku))).toEqual([
    [],
    [],
    ['PL-200', 'PL-201'],
    ['PL-200'],
    ['PL-100'],
    [],
    [],
  ])
})

test('what cannot be ordered says why, and a product of another customer is no neighbour', async () => {
  const { workspace, check } = await shop()
  await send(workspace, [
    item({ sku: 'GONE' }),
    item({ sku: 'SIXES', orderMultiple: 6 }),
    item({ sku: 'HIDDEN-1', onlyFor: [] }),
  ])
  await alter(workspace, 'GONE', { active: false })
  const lines = await done(
    check([
      { sku: 'GONE', qty: 1 },
      { sku: 'SIXES', qty: 7, unit: 2550 },
      { sku: 'HIDDEN', qty: 1 },
    ]),
  )
  expect(lines).toMatchObject([
    { problem: '"GONE" is inactive, and cannot be ordered.' },
    { problem: expect.stringContaining('order 6 or 12'), difference: { unit: 0 } },
    { product: null, nearest: [] },
  ])
})

test('input is refused as everywhere, and nothing is stored', async () => {
  const { workspace, check } = await shop()
  await send(workspace, [item({ sku: 'PL-1' })])
  const before = (await workspace.get('/activity')).headers.get('etag')
  expect(invalidFields(await check([{ qty: 1 }, { sku: 'PL-1', gtin: '96385074', qty: 1 }]))).toEqual([
    'lines.0',
    'lines.1',
  ])
  expect(invalidFields(await check([{ sku: 'PL-1', qty: 0, unit: 1.5 }]))).toEqual(['lines.0.qty', 'lines.0.unit'])
  expect(invalidFields(await check([]))).toEqual(['lines'])
  expect(invalidFields(await check(Array.from({ length: 1001 }, () => ({ sku: 'PL-1', qty: 1 }))))).toEqual(['lines'])
  expect(await check([{ sku: 'PL-1', qty: 1 }], 'NONE')).toEqual(refusal(404, 'not_found'))
  await done(check([{ sku: 'PL-1', qty: 1, unit: 1 }]))
  expect((await workspace.get('/activity')).headers.get('etag')).toBe(before)
})

test('a key that only reads may check', async () => {
  const workspace = await service.workspace({ scope: 'read' })
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  expect(await done(post(workspace, { customer: 'QUAY', lines: [{ sku: 'NONE', qty: 1 }] }))).toMatchObject([
    { product: null },
  ])
  const other = await service.workspace()
  expect(await post(other, { customer: 'QUAY', lines: [{ sku: 'NONE', qty: 1 }] })).toEqual(refusal(404, 'not_found'))
})

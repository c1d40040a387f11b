import { expect, test } from 'vitest'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { useService } from '../given/service.ts'
import { givenCustomer, item, send } from '../given/given.ts'
import { activityOf } from '../given/activity-of.ts'
import { shop as shopOf } from '../given/shop.ts'

const service = useService()
const shop = (options = {}) => shopOf(service, options)

const NOWHERE = '01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a'

const [JAN, FEB, MAR, APR] = ['01', '02', '03', '04'].map((month) => `2026-${month}-01T00:00:00.000Z`)
const time = (startsAt?: string, endsAt?: string) => ({ ...(startsAt && { startsAt }), ...(endsAt && { endsAt }) })

test('an agreed price is set for a product from a quantity and for a time', async () => {
  const { agree, terms, price } = await shop()
  const first = await agree('2400')
  const times = { startsAt: '2026-03-01T00:00:00+01:00', endsAt: '2026-04-01' }
  const second = await agree('2000', { minQty: '10', ...times })
  expect(await price(9)).toMatchObject({ unit: 2400, source: 'agreed' })
  expect(await price(10)).toMatchObject({ unit: 2000, source: 'agreed' })
  expect((await terms()).agreedPrices).toMatchObject([
    { ...first, sku: 'DEN-1042', unit: 2400, minQty: 1, startsAt: null, endsAt: null },
    {
      ...second,
      unit: 2000,
      minQty: 10,
      startsAt: '2026-02-28T23:00:00.000Z',
      endsAt: '2026-04-01T00:00:00.000Z',
    },
  ])
})

test.each([
  ['at all times', time(), time()],
  ['the same time', time(FEB, MAR), time(FEB, MAR)],
  ['a time in it', time(JAN, APR), time(FEB, MAR)],
  ['a time around it', time(FEB, MAR), time(JAN, APR)],
  ['a time that begins in it', time(JAN, MAR), time(FEB, APR)],
  ['a time that ends in it', time(FEB, APR), time(JAN, MAR)],
  ['without an end', time(MAR), time(JAN, APR)],
  ['both without an end', time(MAR), time(JAN)],
  ['without a start', time(undefined, FEB), time(JAN, APR)],
  ['a start before the end of the other', time(undefined, MAR), time(FEB)],
  ['by a millisecond', time(JAN, '2026-03-01T00:00:00.001Z'), time(MAR, APR)],
])('an agreed price is refused beside one that overlaps it, naming that: %s', async (_case, one, other) => {
  const { agree, terms } = await shop()
  const { id } = await agree('2400', one)
  const refused = agree('2300', other)
  await expect(refused).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(refused).rejects.toThrow(new RegExp(`DEN-1042.*£24\\.00.*${id}`))
  for (const moment of Object.values(one)) await expect(refused).rejects.toThrow(moment)
  expect((await terms()).agreedPrices).toHaveLength(1)
})

test.each([
  ['that begins when it ends', time(JAN, FEB), time(FEB, MAR)],
  ['that ends when it begins', time(FEB, MAR), time(JAN, FEB)],
  ['of later, it having no start', time(undefined, FEB), time(FEB)],
  ['of earlier, it having no end', time(MAR), time(undefined, MAR)],
  ['from another quantity', time(), { minQty: '2' }],
])('an agreed price stands beside one %s', async (_case, one, other) => {
  const { agree, terms } = await shop()
  await agree('2400', one)
  await agree('2300', other)
  expect((await terms()).agreedPrices).toHaveLength(2)
})

test('an agreed price stands beside one for another product, and one of another customer', async () => {
  const { workspace, agree, terms } = await shop()
  await send(workspace, [item({ sku: 'B' })])
  await givenCustomer(workspace, { accountCode: 'PIER' })
  await agree('1')
  await agree('2', { sku: 'B' })
  await agree('3', { customer: 'PIER' })
  expect((await terms()).agreedPrices.map(({ unit }: any) => unit)).toEqual([2, 1])
})

test('an agreed price that several set at once is set by one, and refused to the others', async () => {
  const { workspace, agree, terms } = await shop()
  const settled = await Promise.allSettled([1, 2, 3, 4, 5].map((i) => agree(`${i}`, { endsAt: `2026-0${i}-01` })))
  const refused = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(refused).toEqual(Array.from({ length: 4 }, () => 'invalid_request'))
  expect((await terms()).agreedPrices).toHaveLength(1)
  expect(await activityOf(workspace, 'agreed_price')).toHaveLength(1)
})

test('an agreed price is written down, and gone once removed, which only its own workspace can', async () => {
  const { workspace, customer: customerId, agree, remove, price } = await shop()
  const { id } = await agree('0', { minQty: '2', endsAt: APR! })
  const elsewhere = await shop()
  await expect(elsewhere.remove('agreed-price remove', id)).rejects.toThrow('There is no agreed price with the id')
  expect(await price(2)).toMatchObject({ unit: 0, source: 'agreed' })
  expect(await remove('agreed-price remove', id)).toEqual({ ok: true })
  expect((await price(2)).source).toBe('list')
  for (const unknown of [id, NOWHERE, 'nonsense']) {
    await expect(remove('agreed-price remove', unknown)).rejects.toThrow(`"${unknown}"`)
  }
  const subject = { type: 'agreed_price', id, label: 'DEN-1042 for Quay Café', customerId }
  const changes = { unit: 0, minQty: 2, startsAt: null, endsAt: APR }
  expect(await activityOf(workspace, 'agreed_price')).toEqual([
    { action: 'agreed_price.set', actor: OPERATOR, subject, changes },
    { action: 'agreed_price.remove', actor: OPERATOR, subject, changes },
  ])
})

test.each([
  [{ unit: '-1' }, 'unit'],
  [{ unit: '9.50' }, 'unit'],
  [{ unit: '1000000001' }, 'unit'],
  [{ minQty: '0' }, 'minQty'],
  [{ minQty: '1000001' }, 'minQty'],
  [{ startsAt: 'tomorrow' }, 'startsAt'],
  [{ startsAt: '2026-02-30' }, 'startsAt'],
  [{ endsAt: '2026-02-01T00:00:00' }, 'endsAt'],
  [{ endsAt: '0000-01-01' }, 'endsAt'],
  [{ startsAt: '9999-12-31T23:59:59-00:01' }, 'startsAt'],
  [{ endsAt: '9999-12-31T23:00:00-23:59' }, 'endsAt'],
  [{ startsAt: MAR!, endsAt: MAR! }, 'endsAt'],
  [{ startsAt: MAR!, endsAt: FEB! }, 'endsAt'],
  [{ sku: ' ' }, 'sku'],
])('an agreed price of %j is refused', async (fields, path) => {
  const { agree } = await shop()
  await expect(agree('1', fields)).rejects.toMatchObject({ issues: [{ path }] })
})

test('an agreed price ends at the last moment that there is, if it is to', async () => {
  const { agree, terms } = await shop()
  const endsAt = '9999-12-31T23:59:59.999Z'
  await agree('1', { endsAt })
  expect((await terms()).agreedPrices).toMatchObject([{ endsAt }])
})

test('an agreed price of an unknown customer or SKU is refused, naming it', async () => {
  const { agree } = await shop()
  await shop({ sku: 'THEIRS' })
  await expect(agree('1', { customer: 'NOBODY' })).rejects.toThrow('"NOBODY"')
  await expect(agree('1', { sku: 'THEIRS' })).rejects.toThrow('There is no product with the SKU "THEIRS".')
})

import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { expectDone, givenAgreedPrice, givenCustomer, invalidFields, item, refusal, send } from '../given/given.ts'
import { givenMember } from '../given/member.ts'

const service = useService()

const ALWAYS = { startsOn: null, endsOn: null }

/** The clock stands on 2 March 2026, the workspace is in London. */
async function desk() {
  const workspace = await service.workspace()
  const staff = await givenMember(service, workspace, 'manager')
  await send(workspace, [item({ sku: 'A', name: 'Azure plate', listPrice: 1_000 }), item({ sku: 'B', name: 'Bôwl' })])
  const id = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const list = async (query = '') => {
    const answer = await staff.get(`/customers/${id}/agreed-prices?${query}`)
    expectDone(answer)
    return answer.body
  }
  const add = (body: object) =>
    staff.post(`/customers/${id}/agreed-prices`, { sku: 'A', minQty: 1, ...ALWAYS, ...body })
  const check = async (body: object) => {
    const answer = await staff.post(`/customers/${id}/agreed-prices/preview`, {
      sku: 'A',
      minQty: 1,
      ...ALWAYS,
      ...body,
    })
    expectDone(answer)
    return answer.body.data
  }
  return { workspace, staff, id, list, add, check }
}

test('agreed prices are listed a page at a time, found by words, and told whether they apply now', async () => {
  const { list, add } = await desk()
  expectDone(await add({ unit: 900, endsOn: '2026-03-01' }))
  expectDone(await add({ unit: 850, startsOn: '2026-03-02', endsOn: '2026-12-31' }))
  expectDone(await add({ unit: 800, startsOn: '2027-01-01' }))
  expectDone(await add({ sku: 'B', unit: 500, minQty: 12 }))
  const { data, total } = await list()
  expect(total).toBe(4)
  expect(data.map((row: any) => [row.sku, row.unit, row.startsOn, row.endsOn, row.period])).toEqual([
    ['A', 900, null, '2026-03-01', 'past'],
    ['A', 850, '2026-03-02', '2026-12-31', 'current'],
    ['A', 800, '2027-01-01', null, 'future'],
    ['B', 500, null, null, 'current'],
  ])
  expect((await list('period=current')).total).toBe(2)
  expect(await list('q=bowl')).toMatchObject({ data: [{ sku: 'B', listPrice: 2_550 }], total: 1 })
  expect(await list('limit=1&offset=1')).toMatchObject({ data: [{ unit: 850 }], total: 4, nextOffset: 2 })
})

test('an agreed price begins and ends with its days in the time zone of the workspace', async () => {
  const { workspace, add } = await desk()
  expectDone(await add({ unit: 800, startsOn: '2026-06-01', endsOn: '2026-06-30' }))
  const { body } = await workspace.get('/customers/QUAY')
  // London is an hour ahead of UTC in June.
  expect(body.data.agreedPrices).toMatchObject([
    { startsAt: '2026-05-31T23:00:00.000Z', endsAt: '2026-06-30T23:00:00.000Z' },
  ])
})

test('what is wrong with an agreed price is said at its field', async () => {
  const { add } = await desk()
  const answer = await add({ unit: -1, minQty: 0, startsOn: '2026-02-30', endsOn: 'soon' })
  expect(invalidFields(answer)).toEqual(['endsOn', 'minQty', 'startsOn', 'unit'])
  expect(invalidFields(await add({ unit: 1, startsOn: '2026-06-02', endsOn: '2026-06-01' }))).toEqual(['endsOn'])
  expect(await add({ sku: 'NOPE', unit: 1 })).toEqual(refusal(404, 'not_found'))
})

test('before an agreed price is saved, it is said what the customer pays now and then', async () => {
  const { check } = await desk()
  expect(await check({ unit: 850, minQty: 12, startsOn: '2027-01-05' })).toMatchObject({
    sku: 'A',
    listPrice: 1_000,
    visible: true,
    qty: 12,
    at: '2027-01-05T00:00:00.000Z',
    before: { unit: 1_000, line: 12_000, source: 'list' },
    after: { unit: 850, line: 10_200, source: 'agreed' },
    ends: null,
    overlaps: null,
  })
})

test('a new price can end the one that it follows, and is refused where it does not', async () => {
  const { check, add, list } = await desk()
  expectDone(await add({ unit: 900 }))
  const next = { unit: 800, startsOn: '2027-01-01' }
  expect(await check(next)).toMatchObject({ before: { unit: 900 }, after: { unit: 800 }, ends: { unit: 900 } })
  expect(await add(next)).toEqual(refusal(400, 'invalid_request'))
  expectDone(await add({ ...next, endPrevious: true }))
  expect((await list()).data).toMatchObject([
    { unit: 900, startsOn: null, endsOn: '2026-12-31' },
    { unit: 800, startsOn: '2027-01-01', endsOn: null },
  ])
  const between = { unit: 700, startsOn: '2026-06-01', endsOn: '2026-06-30' }
  expect(await check(between)).toMatchObject({ ends: null, overlaps: { unit: 900, endsOn: '2026-12-31' } })
  expect(await add({ ...between, endPrevious: true })).toEqual(refusal(400, 'invalid_request'))
})

test('an agreed price is changed and removed by who saw it as it is', async () => {
  const { staff, add, list, workspace, check } = await desk()
  expectDone(await add({ unit: 900 }))
  const { id: price, version } = (await list()).data[0]
  const edited = { unit: 880, minQty: 6, startsOn: '2026-04-01', endsOn: null }
  expect(await check({ ...edited, replaces: price })).toMatchObject({
    before: { unit: 900 },
    after: { unit: 880 },
    overlaps: null,
  })
  expectDone(await staff.patch(`/agreed-prices/${price}`, { ...edited, version }))
  expect(await staff.patch(`/agreed-prices/${price}`, { ...edited, unit: 1, version })).toEqual(
    refusal(409, 'conflict'),
  )
  expect(await staff.delete(`/agreed-prices/${price}?version=${version}`)).toEqual(refusal(409, 'conflict'))
  const { data } = await list()
  expect(data).toMatchObject([edited])
  const { body } = await workspace.get(`/activity?subject=${price}`)
  expect(body.data[0]).toMatchObject({
    action: 'agreed_price.change',
    actor: { name: 'Sam Staff' },
    changes: { unit: { from: 900, to: 880 }, minQty: { from: 1, to: 6 } },
  })
  expectDone(await staff.delete(`/agreed-prices/${price}?version=${data[0].version}`))
  expect((await list()).total).toBe(0)
})

test('a price that ends within a day keeps its hour while its days stay', async () => {
  const { staff, workspace, id, list } = await desk()
  await givenAgreedPrice(workspace, id, 'A', { unit: 900, endsAt: '2026-06-30T17:00:00.000Z' })
  const { id: price, version, endsOn } = (await list()).data[0]
  expect(endsOn).toBe('2026-06-30')
  expectDone(await staff.patch(`/agreed-prices/${price}`, { unit: 870, minQty: 1, startsOn: null, endsOn, version }))
  const { body } = await workspace.get('/customers/QUAY')
  expect(body.data.agreedPrices).toMatchObject([{ unit: 870, endsAt: '2026-06-30T17:00:00.000Z' }])
})

test('a change may not run into another price of the same quantity', async () => {
  const { staff, add, list } = await desk()
  expectDone(await add({ unit: 900, endsOn: '2026-12-31' }))
  expectDone(await add({ unit: 800, startsOn: '2027-01-01' }))
  const [first] = (await list()).data
  const answer = await staff.patch(`/agreed-prices/${first.id}`, { ...first, endsOn: null })
  expect(answer).toEqual(refusal(400, 'invalid_request'))
})

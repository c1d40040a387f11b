import { expect, test } from 'vitest'
import { publishPriceChange } from '../../server/src/pricing/price-changes/publish-price-change.ts'
import { useService } from '../given/service.ts'
import { done, givenAgreedPrice, givenCustomer, givenDiscount, item, items, read, send } from '../given/given.ts'
import { newDraft, staffWith } from '../given/draft.ts'
import type { TestMember } from '../given/member.ts'
import { givenDraft } from '../given/price-change.ts'

const service = useService()

test('a review says who pays more and less, by how much, and what an agreed price keeps', async () => {
  const { workspace, staff } = await staffWith(service, {})
  const id = await givenDraft(workspace, { A: [1000, 1200], B: [1000, 1100], C: [1000, 500] })
  const [list, kept, none] = [
    await givenCustomer(workspace, { accountCode: 'LIST' }),
    await givenCustomer(workspace, { accountCode: 'KEPT' }),
    await givenCustomer(workspace, { accountCode: 'NONE' }),
  ]
  await givenDiscount(workspace, list, 5000)
  await givenAgreedPrice(workspace, kept, 'C', { unit: 800 })
  await givenDiscount(workspace, none, 10_000)
  const review = await done(staff.get(`/price-changes/${id}/review`))
  expect(review.effect).toBe(
    '3 prices: 1 customer pays more, 1 customer pays more for some and less for others, largest rise 20%, largest drop 50%, 1 agreed price above the new list price',
  )
  expect(review.isLarge).toBe(false)
  expect(review.payMore).toMatchObject([
    {
      accountCode: 'KEPT',
      averageBp: 1000,
      rises: 2,
      drops: 0,
      shielded: 1,
      largestRise: { sku: 'A', before: 1000, after: 1200, changeBp: 2000 },
    },
    { accountCode: 'LIST', averageBp: -667 },
  ])
  expect(review.payLess).toMatchObject([
    { accountCode: 'LIST', averageBp: -667, rises: 2, drops: 1, largestRise: { sku: 'A', before: 500, after: 600 } },
  ])
  expect(review.shields).toMatchObject([{ sku: 'C', customerId: kept, unit: 800, newPrice: 500 }])
  const { lines } = await done(staff.get(`/price-changes/${id}/lines?customer=LIST&show=drops`))
  expect(lines).toMatchObject([{ sku: 'C', customerBefore: 500, customerAfter: 250 }])
})

test('a rise of more than a half, or more than a thousand lines, asks for the name', async () => {
  const { workspace, staff } = await staffWith(service, {})
  const half = await givenDraft(workspace, { A: [1000, 1500] })
  const more = await givenDraft(workspace, { B: [1000, 1501] })
  const isLarge = async (id: string) => (await done(staff.get(`/price-changes/${id}/review`))).isLarge
  expect([await isLarge(half), await isLarge(more)]).toEqual([false, true])
})

test('what was reviewed is published, once', async () => {
  const { workspace, staff } = await staffWith(service, {})
  const id = await givenDraft(workspace, { A: [1000, 1100] })
  const { fingerprint, seenAt } = await done(staff.get(`/price-changes/${id}/review`))
  expect(await done(staff.post(`/price-changes/${id}/publish`, { fingerprint, seenAt }))).toMatchObject({
    status: 'published',
    lineCount: 1,
  })
  expect((await read(workspace, 'A')).price.list).toBe(1100)
  const again = await staff.post(`/price-changes/${id}/publish`, { fingerprint, seenAt })
  expect(again.body.error.code).toBe('invalid_request')
  expect((await staff.post(`/price-changes/${id}/publish`, {})).body.error.code).toBe('validation_error')
  const [entry] = await done(staff.get(`/price-changes/${id}/history`))
  expect(entry).toMatchObject({ action: 'price_change.publish', actor: { type: 'staff', name: 'Sam Staff' } })
})

test('a review that is stale is refused, and each change since is named', async () => {
  const { workspace, staff } = await staffWith(service, {})
  const id = await givenDraft(workspace, { A: [1000, 1100], B: [1000, 1100], C: [1000, 1100] })
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const { fingerprint, seenAt } = await done(staff.get(`/price-changes/${id}/review`))
  const began = service.time.now
  service.time.now = new Date(began.getTime() + 60_000)
  try {
    await done(staff.post(`/price-changes/${id}/cells`, { cells: [{ sku: 'A', to: 1150 }] }))
    const other = await newDraft(staff, 'Other')
    await done(staff.post(`/price-changes/${other}/cells`, { cells: [{ sku: 'B', to: 1050 }] }))
    await publishPriceChange(workspace.context, { id: other })
    const answer = await staff.post(`/price-changes/${id}/publish`, { fingerprint, seenAt })
    expect(answer.status).toBe(409)
    expect(answer.body.error.issues).toEqual([
      { path: 'lines', message: 'A: the new price went from £11.00 to £11.50 (Sam Staff, 09:31).' },
      { path: 'prices', message: 'B: the list price went from £10.00 to £10.50 with "Other" (09:31).' },
    ])
    const stale = await done(staff.get(`/price-changes/${id}/review`))
    service.time.now = new Date(began.getTime() + 120_000)
    const sent = [item({ sku: 'C', name: 'C', listPrice: 1111 }), ...items(1)]
    await send(workspace, sent, id)
    await givenAgreedPrice(workspace, customer, 'A', {
      unit: 5,
      startsAt: new Date(began.getTime() + 90_000).toISOString(),
    })
    const again = await staff.post(`/price-changes/${id}/schedule`, {
      fingerprint: stale.fingerprint,
      seenAt: stale.seenAt,
      date: '2026-04-01',
      time: '06:00',
    })
    expect(again.body.error.issues).toEqual([
      { path: 'lines', message: 'C: the new price is £11.11 (09:32).' },
      expect.objectContaining({ path: 'terms', message: expect.stringMatching(/product/) }),
      { path: 'terms', message: 'A for Quay Café: the agreed price of £0.05 has begun.' },
    ])
  } finally {
    service.time.now = began
  }
})

async function schedule(staff: TestMember, id: string, at: Record<string, string>) {
  const { fingerprint, seenAt } = await done(staff.get(`/price-changes/${id}/review`))
  return staff.post(`/price-changes/${id}/schedule`, { fingerprint, seenAt, ...at })
}

test('a change is scheduled at a time of the workspace, and cancelled', async () => {
  const { workspace, staff } = await staffWith(service, {})
  const id = await givenDraft(workspace, { A: [1000, 1100] })
  await done(schedule(staff, id, { date: '2026-07-01', time: '06:00' }))
  expect(await done(staff.get(`/price-changes/${id}`))).toMatchObject({
    status: 'scheduled',
    scheduledFor: '2026-07-01T05:00:00.000Z',
  })
  await done(staff.post(`/price-changes/${id}/cancel`))
  expect((await done(staff.get(`/price-changes/${id}`))).status).toBe('cancelled')
})

test('a time that the clocks skip, or show twice, is told', async () => {
  const { workspace, staff } = await staffWith(service, {})
  const id = await givenDraft(workspace, { A: [1000, 1100] })
  expect(await done(staff.get('/schedule-time?date=2026-03-29&time=01:30'))).toMatchObject({
    timezone: 'Europe/London',
    kind: 'skipped',
    passed: false,
    choices: [{ time: '00:30' }, { time: '02:30' }],
  })
  const skipped = await schedule(staff, id, { date: '2026-03-29', time: '01:30' })
  expect(skipped.body.error.issues).toMatchObject([{ path: 'time', message: /does not exist. Choose 00:30 or 02:30/ }])
  const twice = { date: '2026-10-25', time: '01:30' }
  expect((await schedule(staff, id, twice)).body.error.issues).toMatchObject([
    { path: 'occurrence', message: /comes twice.*\(UTC\+01:00\).*\(UTC\+00:00\)/ },
  ])
  await done(schedule(staff, id, { ...twice, occurrence: 'second' }))
  expect((await done(staff.get(`/price-changes/${id}`))).scheduledFor).toBe('2026-10-25T01:30:00.000Z')
})

test.each([
  [{ date: '2026-02-30', time: '06:00' }, 'date'],
  [{ date: '2026-03-04', time: '6 am' }, 'time'],
])('a time that is none (%j) is told at its field', async (at, path) => {
  const { staff } = await staffWith(service, {})
  const answer = await staff.get(`/schedule-time?${new URLSearchParams(at)}`)
  expect(answer.body.error.issues).toMatchObject([{ path }])
})

test('a time that has passed is refused', async () => {
  const { workspace, staff } = await staffWith(service, {})
  const id = await givenDraft(workspace, { A: [1000, 1100] })
  const answer = await schedule(staff, id, { date: '2026-03-01', time: '06:00' })
  expect(answer.body.error).toMatchObject({ code: 'invalid_request', message: /has passed/ })
})

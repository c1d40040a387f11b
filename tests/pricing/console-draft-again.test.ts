import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { alter, done, expectDone, find, refusal } from '../given/given.ts'
import { linesOf, newDraft, staffWith } from '../given/draft.ts'
import { givenMember } from '../given/member.ts'
import type { TestMember } from '../given/member.ts'

const service = useService()

/** A draft with these new prices. */
async function draftWith(staff: TestMember, prices: Record<string, number>, name?: string): Promise<string> {
  const id = await newDraft(staff, name)
  const cells = Object.entries(prices).map(([sku, to]) => ({ sku, to }))
  expectDone(await staff.post(`/price-changes/${id}/cells`, { cells }))
  return id
}

async function publish(staff: TestMember, id: string): Promise<void> {
  const { fingerprint, seenAt } = await done(staff.get(`/price-changes/${id}/review`))
  expectDone(await staff.post(`/price-changes/${id}/publish`, { fingerprint, seenAt }))
}

test('the way back of a publication is a draft with the old prices, and tells what changed since', async () => {
  const { workspace, staff } = await staffWith(service, { A: 100, B: 200, C: 300, D: 400, GONE: 500, FIRST: 1 })
  await alter(workspace, 'FIRST', { list_price: null })
  const owner = await givenMember(service, workspace, 'owner')
  const id = await draftWith(staff, { A: 110, B: 220, C: 330, D: 400, GONE: 550, FIRST: 660 }, 'Spring')
  expect(await staff.get(`/price-changes/${id}/way-back`)).toEqual(refusal(400, 'invalid_request'))
  await publish(staff, id)
  await publish(staff, await draftWith(staff, { B: 250, C: 300 }))
  expectDone(await owner.delete(`/products/${(await find(workspace, 'GONE')).id}`))
  expect(await done(staff.get(`/price-changes/${id}/way-back`))).toEqual({
    lines: 2,
    changedSince: 1,
    examples: [{ sku: 'B', name: 'Plate B', published: 220, current: 250, back: 200 }],
    withoutPrice: 1,
    unchanged: 2,
    deleted: 1,
  })
  const draft = await done(staff.post(`/price-changes/${id}/way-back`))
  expect(draft).toEqual({ id: expect.any(String), lineCount: 2 })
  expect(await linesOf(staff, draft.id)).toEqual({ A: 100, B: 200 })
  expect(await done(staff.get(`/price-changes/${draft.id}`))).toMatchObject({
    name: 'Reversal: Spring',
    status: 'draft',
  })
  const [created] = await done(staff.get(`/price-changes/${draft.id}/history`))
  expect(created).toMatchObject({ action: 'price_change.create', changes: { lineCount: 2, madeFrom: 'Spring' } })
  await publish(staff, draft.id)
  expect(await find(workspace, 'A')).toMatchObject({ price: { list: 100 } })
  expect(await staff.post(`/price-changes/${id}/way-back`)).toEqual(refusal(400, 'invalid_request'))
})

test('the lines of a cancelled and of a discarded price change are copied to a new draft', async () => {
  const { staff } = await staffWith(service, { A: 100, B: 200 })
  const prices = { A: 110, B: 220 }
  const long = 'Spring list '.repeat(17).slice(0, 200)
  const scheduled = await draftWith(staff, prices, long)
  const { fingerprint, seenAt } = await done(staff.get(`/price-changes/${scheduled}/review`))
  const at = { date: '2099-01-05', time: '06:00' }
  expectDone(await staff.post(`/price-changes/${scheduled}/schedule`, { fingerprint, seenAt, ...at }))
  expect(await staff.post(`/price-changes/${scheduled}/copy`)).toEqual(refusal(400, 'invalid_request'))
  expectDone(await staff.post(`/price-changes/${scheduled}/cancel`))
  const discarded = await draftWith(staff, prices, 'Autumn')
  expectDone(await staff.post(`/price-changes/${discarded}/discard`))
  for (const [from, name] of [
    [scheduled, `Copy of ${long}`.slice(0, 200).trim()],
    [discarded, 'Copy of Autumn'],
  ]) {
    const copy = await done(staff.post(`/price-changes/${from}/copy`))
    expect(copy.lineCount).toBe(2)
    expect(await linesOf(staff, copy.id)).toEqual(prices)
    expect(await done(staff.get(`/price-changes/${copy.id}`))).toMatchObject({ name, status: 'draft', lineCount: 2 })
    expect(await linesOf(staff, from!)).toEqual(prices)
  }
})

test('a price change without lines is not copied, and no draft is left', async () => {
  const { staff } = await staffWith(service, {})
  const id = await newDraft(staff)
  expectDone(await staff.post(`/price-changes/${id}/discard`))
  expect(await staff.post(`/price-changes/${id}/copy`)).toEqual(refusal(400, 'invalid_request'))
  expect((await staff.get('/price-changes?status=draft')).body.data).toEqual([])
})

import { expect, test } from 'vitest'
import { publishPriceChange } from '../../server/src/pricing/price-changes/publish-price-change.ts'
import { schedulePriceChange } from '../../server/src/pricing/price-changes/settle-price-change.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import {
  alter,
  find,
  givenAgreedPrice,
  givenCustomer,
  givenDiscount,
  givenPriceGroup,
  item,
  raiseRevision,
  send,
} from '../given/given.ts'
import { alterCustomer } from '../given/order.ts'
import { givenDraft, preview } from '../given/price-change.ts'

const service = useService()

const everyone = (counts: object) => ({ payMore: 0, payLess: 0, mixed: 0, paySame: 0, ...counts })

const summaryOf = async (workspace: TestWorkspace, id: string) => (await preview(workspace, id)).summary

test('the impact on customers counts each active customer once', async () => {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { UP: [1000, 1100], DOWN: [1000, 900] })
  const [mixed, more, less, same, inactive] = await Promise.all(
    ['MIXED', 'MORE', 'LESS', 'SAME', 'OFF'].map((accountCode) => givenCustomer(workspace, { accountCode })),
  )
  await givenDiscount(workspace, mixed!, 1250)
  await givenAgreedPrice(workspace, more!, 'DOWN', { unit: 5 })
  await givenAgreedPrice(workspace, less!, 'UP', { unit: 5 })
  await givenDiscount(workspace, same!, 10_000)
  await alterCustomer(workspace, inactive!, { active: false })
  await raiseRevision(workspace)
  expect((await summaryOf(workspace, id)).customers).toEqual({ payMore: 1, payLess: 1, mixed: 1, paySame: 1 })
})

test('the impact on customers leaves out whoever cannot see the products', async () => {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { A: [1000, 1100] })
  for (const accountCode of ['IN', 'OUT']) await givenCustomer(workspace, { accountCode })
  await send(workspace, [item({ sku: 'A', name: 'A', listPrice: 1100, onlyFor: ['IN'] })], id)
  expect((await summaryOf(workspace, id)).customers).toEqual(everyone({ payMore: 1, paySame: 1 }))
  await alter(workspace, 'A', { active: false })
  expect((await summaryOf(workspace, id)).customers).toEqual(everyone({ paySame: 2 }))
})

test('an impact is lost where the rounding of a discounted price swallows it', async () => {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { A: [10, 11] })
  await givenDiscount(workspace, await givenCustomer(workspace), 9000)
  expect((await summaryOf(workspace, id)).customers).toEqual(everyone({ paySame: 1 }))
})

test('the impact on customers counts the lines that an agreed price shields at its time, at a quantity of 1', async () => {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { A: [1000, 1100], B: [1000, 1100], C: [1000, 1100], D: [1000, 1100] })
  const [one, two] = [await givenCustomer(workspace), await givenCustomer(workspace)]
  for (const customer of [one, two]) await givenAgreedPrice(workspace, customer, 'A', { unit: 900 })
  await givenAgreedPrice(workspace, one, 'B', { unit: 900, minQty: 2 })
  await givenAgreedPrice(workspace, one, 'C', { unit: 900, startsAt: '2026-03-10T00:00:00.000Z' })
  await givenAgreedPrice(workspace, one, 'D', { unit: 900, endsAt: '2026-03-02T09:30:00.000Z' })
  expect(await summaryOf(workspace, id)).toMatchObject({ shieldedLines: 1 })
  // A scheduled change is seen with the terms of its own time.
  await schedulePriceChange(workspace.context, { id, at: new Date('2026-03-10T00:00:00.000Z') })
  expect(await summaryOf(workspace, id)).toMatchObject({ shieldedLines: 2 })
})

test('the impact on customers names the agreed prices that are above the new list price, 50 of them at most', async () => {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { A: [1000, 900], B: [1000, 800] })
  const castle = await givenCustomer(workspace, { accountCode: 'CASTLE' })
  await givenAgreedPrice(workspace, castle, 'A', { unit: 900 })
  await givenAgreedPrice(workspace, castle, 'A', { unit: 901, minQty: 10 })
  await givenAgreedPrice(workspace, castle, 'B', { unit: 999, endsAt: '2026-03-01T00:00:00.000Z' })
  const { id: productId } = await find(workspace, 'A')
  expect((await summaryOf(workspace, id)).inverted).toEqual({
    count: 1,
    listed: [
      {
        id: expect.any(String),
        customerId: castle,
        accountCode: 'CASTLE',
        customer: 'Quay Café',
        productId,
        sku: 'A',
        unit: 901,
        newPrice: 900,
        minQty: 10,
      },
    ],
    ofGroups: [],
  })
  for (let minQty = 2; minQty < 60; minQty++) await givenAgreedPrice(workspace, castle, 'B', { unit: 850, minQty })
  const { count, listed } = (await summaryOf(workspace, id)).inverted
  expect({ count, listed: listed.length, first: listed[0].sku }).toEqual({ count: 59, listed: 50, first: 'A' })
  // Those of price groups have a list of their own: a row of a customer always names one.
  const groupId = await givenPriceGroup(workspace)
  await givenAgreedPrice(workspace, { group: groupId }, 'A', { unit: 950 })
  expect((await summaryOf(workspace, id)).inverted).toMatchObject({
    count: 60,
    listed: expect.toSatisfy((rows) => rows.length === 49),
    ofGroups: [{ groupId, group: 'Gold', productId, sku: 'A', unit: 950, newPrice: 900, minQty: 1 }],
  })
})

test('the impact on customers is as before once the change is published', async () => {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { A: [1000, 900], B: [1000, 1100] })
  const customer = await givenCustomer(workspace)
  await givenAgreedPrice(workspace, customer, 'A', { unit: 950 })
  const before = await preview(workspace, id)
  await publishPriceChange(workspace.context, { id })
  expect((await preview(workspace, id)).summary).toEqual(before.summary)
})

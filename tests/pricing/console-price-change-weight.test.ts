import { expect, onTestFinished, test } from 'vitest'
import { transitionOrder } from '../../server/src/orders/transition-order.ts'
import { useService } from '../given/service.ts'
import { done, givenAgreedPrice, givenCustomer, givenDiscount, raiseRevision } from '../given/given.ts'
import { linesOf, staffWith } from '../given/draft.ts'
import { place } from '../given/order.ts'
import { givenDraft } from '../given/price-change.ts'

const service = useService()

test('a price change is weighed by what each customer bought in the last 90 days', async () => {
  const { workspace, staff } = await staffWith(service, {})
  const id = await givenDraft(workspace, { A: [1000, 1200], B: [1000, 1100], C: [1000, 500] })
  const [half, kept] = [
    await givenCustomer(workspace, { accountCode: 'HALF' }),
    await givenCustomer(workspace, { accountCode: 'KEPT' }),
  ]
  await givenDiscount(workspace, half, 5000)
  await givenAgreedPrice(workspace, kept, 'C', { unit: 800 })
  const { now } = service.time
  onTestFinished(() => void (service.time.now = now))
  const order = async (customer: string, bought: Record<string, number>) => {
    service.later()
    return place(workspace, { customer, lines: Object.entries(bought).map(([sku, qty]) => ({ sku, qty })) })
  }
  service.time.now = new Date(now.getTime() - 91 * 86_400_000)
  await order('HALF', { A: 1_000 })
  service.time.now = new Date(now.getTime() - 89 * 86_400_000)
  await order('HALF', { A: 10 })
  service.time.now = now
  await order('HALF', { A: 20, C: 3 })
  await order('KEPT', { B: 5, C: 10 })
  const cancelled = await order('KEPT', { A: 100 })
  await transitionOrder(workspace.context, { id: cancelled.id, status: 'cancelled', note: 'Twice.' })

  const weight = `/price-changes/${id}/weight`
  const names = await done(staff.get('/customers'))
  const named = (accountCode: string) => {
    const { id, name } = names.find((customer: { accountCode: string }) => customer.accountCode === accountCode)
    return { id, accountCode, name }
  }
  expect(await done(staff.get(weight))).toEqual({
    days: 90,
    // A: 30 times 1.00 more. C: 3 times 2.50 less. B: 5 times 1.00 more. A third of that in a month.
    monthly: 917,
    paid: 15_000 + 1_500 + 5_000 + 8_000,
    payMore: 2,
    payLess: 0,
    customers: [
      { ...named('HALF'), monthly: 750, paid: 16_500 },
      { ...named('KEPT'), monthly: 167, paid: 13_000 },
    ],
  })

  // Who no longer sees a product pays no more for it.
  await workspace.context.db
    .updateTable('product')
    .set({ visibility: 'selected' })
    .where('workspace_id', '=', workspace.id)
    .where('sku', '=', 'A')
    .execute()
  await raiseRevision(workspace)
  expect(await done(staff.get(weight))).toMatchObject({
    monthly: -83,
    payMore: 1,
    payLess: 1,
    customers: [{ monthly: -250 }, { monthly: 167 }],
  })
  expect((await staff.get('/price-changes/nothing/weight')).status).toBe(404)
})

test('the bars of a review are its lines by their change, and each bar lists its own', async () => {
  const { workspace, staff } = await staffWith(service, {})
  const id = await givenDraft(workspace, {
    A: [1000, 1040],
    B: [1000, 1049],
    D: [1000, 1500],
    E: [1000, 499],
    F: [1000, 500],
    G: [0, 5],
  })
  const { lines } = await done(staff.get(`/price-changes/${id}/review`))
  const filled = [...lines.bars.entries()].filter(([, bar]) => bar.lines > 0)
  expect(filled.map(([, bar]) => bar)).toEqual([
    { fromBp: null, toBp: -5000, lines: 1 },
    { fromBp: -5000, toBp: -2000, lines: 1 },
    { fromBp: 200, toBp: 500, lines: 2 },
    { fromBp: 5000, toBp: null, lines: 1 },
  ])
  expect(lines.medianBp).toBe(400)
  const listed = await Promise.all(filled.map(([bar]) => linesOf(staff, id, `bar=${bar}`)))
  expect(listed.map((prices) => Object.keys(prices))).toEqual([['E'], ['F'], ['A', 'B'], ['D']])
  expect((await staff.get(`/price-changes/${id}/lines?bar=99`)).status).toBe(400)
})

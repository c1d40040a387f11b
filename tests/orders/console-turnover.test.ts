import { expect, onTestFinished, test } from 'vitest'
import { transitionOrder } from '../../server/src/orders/transition-order.ts'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { useService } from '../given/service.ts'
import { done, givenCustomer, item, send } from '../given/given.ts'
import { givenMember } from '../given/member.ts'

const service = useService()

test('orders are counted by the weeks and months of the time zone; cancelled ones are left out', async () => {
  const workspace = await service.workspace()
  const staff = await givenMember(service, workspace, 'manager')
  await send(workspace, [item()])
  const [quay, mill] = [
    await givenCustomer(workspace, { accountCode: 'QUAY' }),
    await givenCustomer(workspace, { accountCode: 'MILL' }),
  ]
  const { now } = service.time
  onTestFinished(() => void (service.time.now = now))
  const order = (at: string, qty: number, customer = quay) => {
    service.time.now = new Date(at)
    return placeOrder(workspace.context, { customer, lines: [{ sku: 'DEN-1042', qty }] })
  }
  await order('2025-03-31T22:59:00Z', 9)
  await order('2025-03-31T23:01:00Z', 8)
  // A Sunday evening, in winter and in summer time.
  await order('2026-03-01T23:59:00Z', 1)
  await order('2026-03-29T22:59:00Z', 4)
  await order('2026-03-29T23:01:00Z', 2)
  await order('2026-03-30T08:00:00Z', 3, mill)
  const { id } = await order('2026-03-30T09:00:00Z', 7)
  await transitionOrder(workspace.context, { id, status: 'cancelled', note: 'Twice.' })

  const weeks = await done(staff.get('/orders/turnover'))
  expect(weeks).toHaveLength(12)
  expect(weeks.filter(({ orders }: { orders: number }) => orders > 0)).toEqual([
    { from: '2026-02-23', orders: 1, value: 2550 },
    { from: '2026-03-23', orders: 1, value: 10_200 },
    { from: '2026-03-30', orders: 2, value: 12_750 },
  ])
  expect(weeks.at(-1).from).toBe('2026-03-30')

  const months = await done(staff.get('/orders/turnover?by=month'))
  expect(months.map(({ from }: { from: string }) => from)).toEqual([
    ...['04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2025-${month}-01`),
    ...['01', '02', '03'].map((month) => `2026-${month}-01`),
  ])
  expect([months[0], months.at(-1)]).toEqual([
    { from: '2025-04-01', orders: 1, value: 8 * 2550 },
    { from: '2026-03-01', orders: 4, value: 10 * 2550 },
  ])

  const ofMill = await done(staff.get('/orders/turnover?by=month&customer=mill'))
  expect(ofMill.at(-1)).toEqual({ from: '2026-03-01', orders: 1, value: 7650 })
  expect(await staff.get('/orders/turnover?customer=NOBODY')).toMatchObject({ status: 404 })
  expect(await staff.get('/orders/turnover?by=year')).toMatchObject({ status: 400 })

  // A new week begins without a write.
  service.time.now = new Date('2026-04-06T00:00:00Z')
  expect((await done(staff.get('/orders/turnover'))).at(-1)).toEqual({ from: '2026-04-06', orders: 0, value: 0 })
})

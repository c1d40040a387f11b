import { expect, test } from 'vitest'
import { cancelPriceChange, schedulePriceChange } from '../../server/src/price-changes/settle-price-change.ts'
import { useService } from '../service.ts'
import {
  done,
  givenAgreedPrice,
  givenCustomer,
  givenDiscount,
  invalidFields,
  item,
  raiseRevision,
  send,
} from './given.ts'

const service = useService()

/** A time so many minutes from now. */
function inMinutes(minutes: number): Date {
  return new Date(service.time.now.getTime() + minutes * 60_000)
}

async function shop() {
  const workspace = await service.workspace()
  await send(workspace, [item()])
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const ask = (at: string, query = '') =>
    workspace.get(`/prices?customer=QUAY&sku=DEN-1042&at=${encodeURIComponent(at)}${query}`)
  const priceAt = async (at: Date, query = '') => (await done(ask(at.toISOString(), query))).price
  /** A list price that is scheduled. Returns its price change. */
  const schedule = async (listPrice: number, at: Date) => {
    const { priceChangeId: id } = await send(workspace, [item({ listPrice })])
    await schedulePriceChange(workspace.context, { id, at })
    await raiseRevision(workspace)
    return id
  }
  return { workspace, customer, ask, priceAt, schedule }
}

test('a scheduled list price counts from its time on, and discounts are taken off it', async () => {
  const { workspace, customer, priceAt, schedule } = await shop()
  await givenDiscount(workspace, customer, 1000)
  await schedule(3000, inMinutes(60))
  expect(await priceAt(inMinutes(0))).toMatchObject({ list: 2550, unit: 2295 })
  expect(await priceAt(inMinutes(59))).toMatchObject({ list: 2550, unit: 2295 })
  expect(await priceAt(inMinutes(60))).toMatchObject({ list: 3000, unit: 2700 })
  expect(await priceAt(inMinutes(61), '&qty=10')).toMatchObject({ list: 3000, unit: 2700, line: 27_000 })
})

test('of several scheduled list prices, the last one until then counts', async () => {
  const { priceAt, schedule } = await shop()
  await schedule(4000, inMinutes(120))
  await schedule(3000, inMinutes(60))
  await schedule(5000, inMinutes(180))
  expect((await priceAt(inMinutes(90))).unit).toBe(3000)
  expect((await priceAt(inMinutes(150))).unit).toBe(4000)
  expect((await priceAt(inMinutes(200))).unit).toBe(5000)
})

test('a draft, and a change that was called off, do not count', async () => {
  const { workspace, priceAt, schedule } = await shop()
  await send(workspace, [item({ listPrice: 9000 })])
  const called = await schedule(3000, inMinutes(60))
  await cancelPriceChange(workspace.context, { id: called })
  expect((await priceAt(inMinutes(90))).unit).toBe(2550)
})

test('an agreed price counts from its start to its end, at the time that is asked for', async () => {
  const { workspace, customer, priceAt } = await shop()
  const [startsAt, endsAt] = [inMinutes(60).toISOString(), inMinutes(120).toISOString()]
  await givenAgreedPrice(workspace, customer, 'DEN-1042', { unit: 2000, startsAt, endsAt })
  expect((await priceAt(inMinutes(59))).source).toBe('list')
  expect(await priceAt(inMinutes(60))).toMatchObject({ source: 'agreed', unit: 2000 })
  expect((await priceAt(inMinutes(120))).source).toBe('list')
})

test('a time that is over or is no time is refused', async () => {
  const { ask } = await shop()
  for (const at of [inMinutes(-1).toISOString(), 'tomorrow', '2027-01-05', '1970-01-01T00:00:00Z']) {
    expect(invalidFields(await ask(at))).toEqual(['at'])
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setAgreedPrice } from '../../server/src/agreed-prices/set-agreed-price.ts'
import { publishPriceChange } from '../../server/src/price-changes/publish-price-change.ts'
import { schedulePriceChange } from '../../server/src/price-changes/settle-price-change.ts'
import { byDepth } from '../depth.ts'
import { useService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'
import { done, invalidFields, item, read, send } from './given.ts'
import { change, shopInTime, SKUS, step } from './price-steps.ts'

const service = useService()

const minutes = (count: number) => new Date(service.time.now.getTime() + count * 60_000)
const at = (time: Date) => `at=${encodeURIComponent(time.toISOString())}`

/** What the three reads say of prices at a time, or now. */
async function pricesOf(workspace: TestWorkspace, time?: Date) {
  const query = time ? `&${at(time)}` : ''
  const explained = await Promise.all(
    SKUS.map(async (sku) => (await done(workspace.get(`/prices?customer=QUAY&qty=3&sku=${sku}${query}`))).price),
  )
  const listed = await Promise.all(
    ['customer=QUAY', 'active=true'].map(async (who) =>
      (await done(workspace.get(`/products?${who}${query}`))).map(({ price }: any) => price),
    ),
  )
  const single = (await read(workspace, 'A-1', `?customer=QUAY${query}`)).price
  return { explained, listed, single }
}

test('what was read at a time is what is answered for that time later, whatever has changed since', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: byDepth({ quick: 6, deep: 12 }) }), async (steps) => {
      const workspace = await shopInTime(service)
      const seen: { time: Date; prices: unknown }[] = []
      for (const act of steps) {
        seen.push({ time: service.time.now, prices: await pricesOf(workspace) })
        service.later()
        await act(workspace, service.time.now)
      }
      service.later()
      for (const { time, prices } of seen) expect(await pricesOf(workspace, time)).toEqual(prices)
      expect(await pricesOf(workspace, service.time.now)).toEqual(await pricesOf(workspace))
    }),
    { numRuns: byDepth({ quick: 2, deep: 40 }) },
  )
})

test('what is answered for a time to come is what is read then, if nothing else changes', async () => {
  const workspace = await shopInTime(service)
  const later = [20, 40, 60, 80].map(minutes)
  await setAgreedPrice(workspace.context, {
    customer: 'QUAY',
    sku: 'A-1',
    unit: 900,
    minQty: 1,
    startsAt: later[0]!,
    endsAt: later[2]!,
  })
  const { priceChangeId: id } = await change(workspace, 'B-2', 3333)
  await schedulePriceChange(workspace.context, { id, at: later[1]! })
  const foretold = await Promise.all(later.map((time) => pricesOf(workspace, time)))
  const answer = await workspace.get(`/products?${at(later[1]!)}`)
  expect(answer.body.assumes).toEqual([{ priceChangeId: id, name: 'ERP sync', scheduledFor: later[1]!.toISOString() }])
  expect((await workspace.get(`/products?${at(later[0]!)}`)).body.assumes).toEqual([])
  expect((await workspace.get('/products')).body.assumes).toBeUndefined()
  for (const [i, time] of later.entries()) {
    service.time.now = time
    if (i === 1) await publishPriceChange(workspace.context, { id })
    expect(await pricesOf(workspace)).toEqual(foretold[i])
  }
})

test('of a product that was not there yet, no price is known', async () => {
  const workspace = await shopInTime(service)
  const before = service.time.now
  service.later()
  await send(workspace, [item({ sku: 'NEW', name: 'Zest' })])
  const prices = (await done(workspace.get(`/products?${at(before)}`))).map(({ sku: of, price }: any) => [
    of,
    price.unit,
  ])
  expect(prices).toEqual([
    ['A-1', 2550],
    ['B-2', 2550],
    ['NEW', null],
  ])
})

test('terms are not guessed for a time from which they are not kept; list prices are known', async () => {
  const workspace = await shopInTime(service)
  await workspace.context.db
    .updateTable('workspace')
    .set({ terms_kept_from: service.time.now })
    .where('id', '=', workspace.id)
    .execute()
  const early = minutes(-1)
  for (const path of ['/products?customer=QUAY', '/prices?customer=QUAY&sku=A-1']) {
    const answer = await workspace.get(`${path}&${at(early)}`)
    expect(invalidFields(answer)).toEqual(['at'])
    expect(answer.body.error.message).toContain(service.time.now.toISOString())
  }
  expect((await workspace.get(`/products?${at(early)}`)).status).toBe(200)
})

test('a time more than two years ahead is refused', async () => {
  const workspace = await shopInTime(service)
  const id = (await read(workspace, 'A-1')).id
  for (const path of ['/products?', '/prices?customer=QUAY&sku=A-1&', `/products/${id}?`]) {
    expect(invalidFields(await workspace.get(`${path}at=2028-03-03T00:00:00Z`))).toEqual(['at'])
  }
})

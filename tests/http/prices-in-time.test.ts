import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeAgreedPrice } from '../../server/src/agreed-prices/remove-agreed-price.ts'
import { setAgreedPrice } from '../../server/src/agreed-prices/set-agreed-price.ts'
import { mergeGroups } from '../../server/src/catalogue/groups/merge-groups.ts'
import { removeDiscount } from '../../server/src/discounts/remove-discount.ts'
import { setDiscount } from '../../server/src/discounts/set-discount.ts'
import { publishPriceChange } from '../../server/src/price-changes/publish-price-change.ts'
import { schedulePriceChange } from '../../server/src/price-changes/settle-price-change.ts'
import { byDepth } from '../depth.ts'
import { useService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'
import { done, givenCustomer, invalidFields, item, read, send } from './given.ts'

const service = useService()

const SKUS = ['A-1', 'B-2']
const BRANDS = ['Denby', 'Hollin', 'Lime']

const minutes = (count: number) => new Date(service.time.now.getTime() + count * 60_000)
const at = (time: Date) => `at=${encodeURIComponent(time.toISOString())}`

async function shop() {
  const workspace = await service.workspace()
  await send(
    workspace,
    SKUS.map((sku, i) => item({ sku, name: sku, brand: BRANDS[i], category: 'Plates' })),
  )
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  return { workspace, customer }
}

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

type Step = (workspace: TestWorkspace, customer: string) => Promise<unknown>
const change = (workspace: TestWorkspace, sku: string, listPrice: number) => send(workspace, [item({ sku, listPrice })])
const sku = fc.constantFrom(...SKUS)
const amount = fc.integer({ min: 1, max: 9_999 })
const offset = fc.option(fc.integer({ min: -90, max: 90 }), { nil: null })
const on = fc.constantFrom(
  { appliesTo: 'all' } as const,
  { appliesTo: 'category', name: 'Plates' } as const,
  ...BRANDS.slice(0, 2).map((name) => ({ appliesTo: 'brand', name }) as const),
)
/** What it refuses, such as overlapping prices, changes nothing. */
const ifPossible = (verb: Promise<unknown>) => verb.catch(() => undefined)

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ on, discountBp: fc.integer({ min: 1, max: 10_000 }) }).map(
    (discount): Step =>
      ({ context }) =>
        ifPossible(setDiscount(context, { customer: 'QUAY', ...discount })),
  ),
  fc.nat(9).map((i): Step => async (workspace) => {
    const { discountRules: rules } = await done(workspace.get('/customers/QUAY'))
    if (rules.length > 0) await removeDiscount(workspace.context, { id: rules[i % rules.length].id })
  }),
  fc.record({ sku, unit: amount, minQty: fc.constantFrom(1, 3, 5), starts: offset, ends: offset }).map(
    ({ sku: of, unit, minQty, starts, ends }): Step =>
      ({ context }) =>
        ifPossible(
          setAgreedPrice(context, {
            customer: 'QUAY',
            sku: of,
            unit,
            minQty,
            startsAt: starts === null ? null : minutes(starts),
            endsAt: ends === null ? null : minutes(ends),
            endPrevious: true,
          }),
        ),
  ),
  fc.nat(9).map((i): Step => async (workspace) => {
    const { agreedPrices: prices } = await done(workspace.get('/customers/QUAY'))
    if (prices.length > 0) await removeAgreedPrice(workspace.context, { id: prices[i % prices.length].id })
  }),
  fc.record({ sku, price: amount }).map(({ sku: of, price }): Step => async (workspace) => {
    const { priceChangeId: id } = await change(workspace, of, price)
    if (id) await publishPriceChange(workspace.context, { id })
  }),
  fc.record({ sku, brand: fc.constantFrom(...BRANDS) }).map(
    ({ sku: of, brand }): Step =>
      (workspace) =>
        send(workspace, [item({ sku: of, brand })]),
  ),
  fc.constantFrom(...BRANDS.slice(0, 2)).map(
    (name): Step =>
      ({ context }) =>
        ifPossible(mergeGroups(context, { grouping: 'brand', name, to: 'Lime' })),
  ),
)

test('what was read at a time is what is answered for that time later, whatever has changed since', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: byDepth({ quick: 6, deep: 12 }) }), async (steps) => {
      const { workspace, customer } = await shop()
      const seen: { time: Date; prices: unknown }[] = []
      for (const act of steps) {
        seen.push({ time: service.time.now, prices: await pricesOf(workspace) })
        service.later()
        await act(workspace, customer)
      }
      service.later()
      for (const { time, prices } of seen) expect(await pricesOf(workspace, time)).toEqual(prices)
      expect(await pricesOf(workspace, service.time.now)).toEqual(await pricesOf(workspace))
    }),
    { numRuns: byDepth({ quick: 2, deep: 40 }) },
  )
})

test('what is answered for a time to come is what is read then, if nothing else changes', async () => {
  const { workspace } = await shop()
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
  const { workspace } = await shop()
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
  const { workspace } = await shop()
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
  const { workspace } = await shop()
  const id = (await read(workspace, 'A-1')).id
  for (const path of ['/products?', '/prices?customer=QUAY&sku=A-1&', `/products/${id}?`]) {
    expect(invalidFields(await workspace.get(`${path}at=2028-03-03T00:00:00Z`))).toEqual(['at'])
  }
})

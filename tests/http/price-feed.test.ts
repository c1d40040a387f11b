import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setAgreedPrice } from '../../server/src/agreed-prices/set-agreed-price.ts'
import { deleteProduct } from '../../server/src/catalogue/delete-product.ts'
import { setDiscount } from '../../server/src/discounts/set-discount.ts'
import { publishPriceChange } from '../../server/src/price-changes/publish-price-change.ts'
import { byDepth } from '../depth.ts'
import { useService } from '../service.ts'
import { follow, page, present, QUAY, visibleOf } from './follow-prices.ts'
import type { Kept } from './follow-prices.ts'
import { alter, invalidFields, item, refusal, send, sendItems } from './given.ts'
import { shopInTime, step } from './price-steps.ts'

const service = useService()

test('who follows the feed from any cursor has the same prices as who reads all at the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      // Clocks are put back, too.
      fc.array(fc.tuple(step, fc.constantFrom(0, 1, 30, 90, -45), fc.boolean()), {
        minLength: 2,
        maxLength: byDepth({ quick: 5, deep: 12 }),
      }),
      async (steps) => {
        const workspace = await shopInTime(service)
        const kept: Kept = new Map()
        let cursor = await follow(workspace, kept, 'start')
        for (const [act, minutes, isFollowed] of steps) {
          service.later(minutes * 60_000)
          await act(workspace, service.time.now)
          if (isFollowed) cursor = await follow(workspace, kept, cursor)
        }
        service.later(45 * 60_000)
        await follow(workspace, kept, cursor)
        expect(visibleOf(kept)).toEqual(new Map([...(await present(workspace))].toSorted()))
      },
    ),
    { numRuns: byDepth({ quick: 2, deep: 40 }) },
  )
})

test('who polls the feed while all prices are published has all new ones afterwards', async () => {
  const workspace = await shopInTime(service)
  await sendItems(workspace, 20)
  const kept: Kept = new Map()
  let cursor = await follow(workspace, kept, 'start')
  const { priceChangeId: id } = await sendItems(workspace, 20, () => ({ listPrice: 3333 }))
  const waiting = new Set([id])
  const publishing = publishPriceChange(workspace.context, { id }).finally(() => waiting.delete(id))
  while (waiting.size > 0) cursor = await follow(workspace, kept, cursor)
  await publishing
  await follow(workspace, kept, cursor)
  expect([...kept.values()].filter(({ price }: any) => price.list === 3333)).toHaveLength(20)
})

test('without a cursor, the feed tells what changes from now on, and an idle one is a 304', async () => {
  const workspace = await shopInTime(service)
  const { body } = await page(workspace, QUAY.slice(1))
  expect(body).toEqual({ data: [], nextCursor: expect.any(String), hasMore: false, currency: 'GBP' })
  const idle = await page(workspace, `cursor=${body.nextCursor}${QUAY}`)
  expect(idle.body).toEqual(body)
  const again = await workspace.get(`/price-feed?cursor=${body.nextCursor}${QUAY}`, {
    'if-none-match': idle.headers.get('etag')!,
  })
  expect(again.status).toBe(304)
})

test('an agreed price that starts and ends is told at these times, though nothing was written', async () => {
  const workspace = await shopInTime(service)
  const [startsAt, endsAt] = [60, 120].map((minutes) => new Date(service.time.now.getTime() + minutes * 60_000))
  const terms = { customer: 'QUAY', sku: 'A-1', unit: 900, minQty: 1, startsAt: startsAt!, endsAt: endsAt! }
  await setAgreedPrice(workspace.context, terms)
  const cursor = await follow(workspace, new Map(), 'start')
  service.later(61 * 60_000)
  const started = (await page(workspace, `cursor=${cursor}${QUAY}`)).body
  expect(started.data).toMatchObject([
    { sku: 'A-1', at: startsAt!.toISOString(), price: { unit: 900, source: 'agreed' } },
  ])
  service.later(60 * 60_000)
  const ended = (await page(workspace, `cursor=${started.nextCursor}${QUAY}`)).body
  expect(ended.data).toMatchObject([{ sku: 'A-1', at: endsAt!.toISOString(), price: { unit: 2550, source: 'list' } }])
  expect((await page(workspace, `cursor=${cursor}`)).status).toBe(410)
  // A clock that is put back takes back what was told, one page after the other.
  service.later(-60 * 60_000)
  const kept: Kept = new Map()
  const back = await follow(workspace, kept, ended.nextCursor, QUAY, 1)
  expect(kept.get('A-1')).toMatchObject({ price: { unit: 900 } })
  service.later(-60 * 60_000)
  const before = await follow(workspace, kept, back, QUAY, 1)
  expect(kept.get('A-1')).toMatchObject({ price: { unit: 2550 } })
  expect((await page(workspace, `cursor=${before}${QUAY}`)).body.data).toEqual([])
  service.later(60 * 60_000)
  await follow(workspace, kept, before)
  expect(kept.get('A-1')).toMatchObject({ price: { unit: 900 } })
})

test('a product that is deleted, hidden or made inactive is told as not visible', async () => {
  const workspace = await shopInTime(service)
  await sendItems(workspace, 3, (i) => ({ name: `Z ${i}` }))
  const kept: Kept = new Map()
  const cursor = await follow(workspace, kept, 'start')
  expect([...kept.values()].every(({ visible }) => visible)).toBe(true)
  service.later()
  await deleteProduct(workspace.context, { sku: 'A-1' })
  await send(workspace, [item({ sku: 'B-2', onlyFor: ['NOBODY'] })])
  await alter(workspace, 'SKU-0001', { active: false })
  await send(workspace, [item({ sku: 'SKU-0001', description: 'Changed.' })])
  await follow(workspace, kept, cursor)
  expect(kept.get('A-1')).toEqual({ visible: false, price: null, breaks: [] })
  expect(kept.get('B-2')).toEqual({ visible: false, price: null, breaks: [] })
  expect(kept.get('SKU-0001')!.visible).toBe(false)
  expect(kept.get('SKU-0000')!.visible).toBe(true)
})

test('the feed of list prices needs no customer', async () => {
  const workspace = await shopInTime(service)
  const kept: Kept = new Map()
  const cursor = await follow(workspace, kept, 'start', '')
  expect(kept.get('A-1')).toEqual({
    visible: true,
    price: { unit: 2550, list: 2550, discountBp: 0, source: 'list', label: '' },
    breaks: [],
  })
  await setDiscount(workspace.context, { customer: 'QUAY', on: { appliesTo: 'all' }, discountBp: 500 })
  service.later()
  await send(workspace, [item({ sku: 'A-1', name: 'A-1', brand: 'Denby', category: 'Plates', listPrice: 9 })])
  expect((await page(workspace, `cursor=${cursor}`)).body.data).toEqual([])
})

test('a cursor that cannot be followed says how to begin again', async () => {
  const workspace = await shopInTime(service)
  for (const cursor of ['x', Buffer.from('{"of":"x"}').toString('base64url')]) {
    expect(invalidFields(await page(workspace, `cursor=${cursor}`))).toEqual(['cursor'])
  }
  const { nextCursor } = (await page(workspace, 'cursor=start')).body
  service.later(401 * 86_400_000)
  // Whoever begins in a workspace that has been idle for so long can go on, and nothing changed for who has not.
  expect((await page(workspace, `cursor=${nextCursor}`)).status).toBe(200)
  await follow(workspace, new Map(), await follow(workspace, new Map(), 'start', ''), '')
  const late = await follow(workspace, new Map(), 'start', '')
  await sendItems(workspace, 1)
  expect((await page(workspace, `cursor=${late}`)).body.data).toHaveLength(1)
  expect(await page(workspace, `cursor=${nextCursor}`)).toEqual(refusal(410, 'gone'))
  const other = await shopInTime(service)
  const { nextCursor: fresh } = (await page(workspace, 'cursor=start')).body
  expect(await page(other, `cursor=${fresh}`)).toEqual(refusal(410, 'gone'))
  expect((await page(workspace, `customer=${randomUUIDv7()}`)).status).toBe(404)
})

import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { setAgreedPrice } from '../../server/src/pricing/terms/set-agreed-price.ts'
import { publishPriceChange } from '../../server/src/pricing/price-changes/publish-price-change.ts'
import { useService } from '../given/service.ts'
import { follow, page, QUAY } from '../given/follow-prices.ts'
import type { Kept } from '../given/follow-prices.ts'
import { invalidFields, refusal, sendItems } from '../given/given.ts'
import { shopInTime } from '../given/price-steps.ts'

const service = useService()

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

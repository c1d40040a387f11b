import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { setDiscount } from '../../server/src/pricing/terms/discounts.ts'
import { byDepth } from '../given/depth.ts'
import { FEEDS, followFeed, readAllOf } from '../given/follow-feed.ts'
import type { FeedName } from '../given/follow-feed.ts'
import { follow, page, QUAY } from '../given/follow-prices.ts'
import type { Kept } from '../given/follow-prices.ts'
import { done, item, refusal, send } from '../given/given.ts'
import { useOwnService } from '../given/service.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'
import { FollowedShop } from '../given/followed-shop.ts'

const folder = useTemporaryFolder()
const service = useOwnService()

type Step = (shop: FollowedShop) => Promise<void>
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('product', 'discount', 'agreed').map(
      (kind): Step =>
        (shop) =>
          shop.write(kind),
    ),
  },
  fc.constant<Step>((shop) => shop.delete()),
  fc.constant<Step>((shop) => shop.backUp()),
  {
    weight: 2,
    arbitrary: fc.nat(3).map(
      (nth): Step =>
        (shop) =>
          shop.restore(nth),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Step>(
      (shop) => shop.begin(),
      (shop) => shop.beginSlowly(),
    ),
  },
  fc.constant<Step>((shop) => shop.followAll()),
)

test('whatever is restored, who follows prices ends with the present ones, or is told to begin again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(steps, fc.constantFrom(0, 1, 30)), { minLength: 6, maxLength: 14 }),
      fc.nat(3),
      async (acts, nth) => {
        const shop = await FollowedShop.open(service, folder)
        await shop.backUp()
        for (const [act, minutes] of acts) {
          service.later(minutes * 60_000)
          await act(shop)
        }
        await shop.followAll()
        await shop.beginSlowly()
        await shop.begin()
        await shop.restore(nth)
        service.later()
        await shop.followAll()
      },
    ),
    { numRuns: byDepth({ quick: 2, deep: 8 }) },
  )
})

test('a cursor of before the backup goes on, and one of a change that is lost says why not', async () => {
  const shop = await FollowedShop.open(service, folder)
  const { workspace } = shop
  const old = await follow(workspace, new Map(), 'start')
  service.later()
  await shop.write('product')
  await shop.backUp()
  service.later()
  await send(workspace, [item({ sku: 'LOST', name: 'Lost' })])
  const kept: Kept = new Map()
  const late = await follow(workspace, kept, 'start')
  expect(kept.has('LOST')).toBe(true)
  await shop.restore(0)

  const { status, body } = await page(workspace, `cursor=${old}${QUAY}`)
  expect(status).toBe(200)
  expect(body.data.map(({ sku }: { sku: string }) => sku)).toEqual(['NEW-1'])
  const refused = await page(workspace, `cursor=${late}${QUAY}`)
  expect(refused).toEqual(refusal(410, 'gone'))
  expect(refused.body.error.message).toMatch(
    /newer than the backup that the data was restored from\. Drop what you have\./,
  )
})

test.each(Object.keys(FEEDS) as FeedName[])(
  'the %s goes on after a restore for who has seen nothing newer, and is begun again by others',
  async (feed) => {
    const shop = await FollowedShop.open(service, folder)
    const { workspace } = shop
    const write = async (name: string) => {
      service.later()
      await send(workspace, [item({ sku: name, name })])
      await done(workspace.put('/customers', { customers: [{ accountCode: name, name }] }))
      await placeOrder(workspace.context, { customer: name, lines: [{ sku: name, qty: 1 }] })
    }
    await write('ONE')
    const old = await readAllOf(workspace, feed)
    await write('TWO')
    await shop.backUp()
    await write('LOST')
    const late = await readAllOf(workspace, feed)
    await shop.restore(0)
    await write('NEXT')
    expect(await workspace.get(`/${feed}?cursor=${late.cursor}`)).toEqual(refusal(410, 'gone'))
    await followFeed(workspace, old)
    expect(old.kept).toEqual((await readAllOf(workspace, feed)).kept)
  },
)

test('who was told a change of before the backup at a price of after it begins again', async () => {
  const shop = await FollowedShop.open(service, folder)
  const { workspace } = shop
  const { nextCursor } = (await page(workspace, QUAY.slice(1))).body
  service.later()
  await send(workspace, [item({ sku: 'A-1', name: 'A-1', brand: 'Lime' })])
  await shop.backUp()
  service.later()
  await setDiscount(workspace.context, { customer: 'QUAY', on: { appliesTo: 'all' }, discountBp: 5_000 })
  // The change of before the backup, at a price of after it.
  const early = (await page(workspace, `cursor=${nextCursor}&limit=1${QUAY}`)).body
  expect(early.data).toMatchObject([{ sku: 'A-1', price: { discountBp: 5_000 } }])
  await shop.restore(0)
  expect((await page(workspace, `cursor=${nextCursor}${QUAY}`)).status).toBe(200)
  expect((await page(workspace, `cursor=${early.nextCursor}${QUAY}`)).status).toBe(410)
})

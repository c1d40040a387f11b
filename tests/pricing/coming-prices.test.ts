import { expect, test } from 'vitest'
import { schedulePriceChange } from '../../server/src/pricing/price-changes/settle-price-change.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { done, expectDone, givenAgreedPrice, invalidFields, read } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { change, shopInTime, SKUS } from '../given/price-steps.ts'

const service = useService()
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(service.time.now.getTime() + days * DAY_MS)

async function schedule(workspace: TestWorkspace, sku: string, listPrice: number, at: Date) {
  const { priceChangeId: id } = await change(workspace, sku, listPrice)
  if (id) await schedulePriceChange(workspace.context, { id, at })
  return id
}

async function shop() {
  const workspace = await shopInTime(service)
  const customer = await done(workspace.get('/customers/QUAY'))
  const buyer = await givenSignedInBuyer(service, workspace, customer.id)
  const owner = await givenMember(service, workspace, 'owner')
  const tell = async (comingDays: number) => {
    const settings = (await owner.get('/portal')).body.data
    return owner.put('/portal', { ...settings, comingDays })
  }
  const ids = Object.fromEntries(
    await Promise.all(SKUS.map(async (sku) => [sku, (await read(workspace, sku)).id as string])),
  )
  return { workspace, customer, buyer, owner, tell, ids }
}

test('the first coming price within the days that are told is shown on products, in lists and in the basket', async () => {
  const { workspace, customer, buyer, owner, tell, ids } = await shop()
  await givenAgreedPrice(workspace, customer.id, 'B-2', { unit: 2000, minQty: 5, endsAt: inDays(10).toISOString() })
  await schedule(workspace, 'A-1', 2600, inDays(20))
  await schedule(workspace, 'A-1', 2700, inDays(25))
  expectDone(
    await buyer.post('/basket/lines', {
      lines: [
        { sku: 'A-1', qty: 3 },
        { sku: 'B-2', qty: 5 },
      ],
    }),
  )
  const answers = async () => [
    ...(await Promise.all(
      ['/products', `/products/${ids['A-1']}`, '/basket', '/products?sort=price'].map((path) => buyer.get(path)),
    )),
    await owner.get(`/customers/${customer.id}/preview/products`),
  ]
  // Off: nothing of it is sent.
  for (const { body } of await answers()) expect(JSON.stringify(body)).not.toMatch(/coming"|rises/)

  expectDone(await tell(19))
  expect((await done(buyer.get('/products'))).map(({ coming }: any) => coming)).toEqual([null, null])
  expectDone(await tell(20))
  const coming = { unit: 2600, from: inDays(20).toISOString() }
  const [listed, single, basket, sorted, preview] = await answers()
  expect(listed!.body.data).toMatchObject([
    { coming },
    { coming: null, breaks: [{ minQty: 5, coming: { unit: 2550 } }] },
  ])
  expect(single!.body.data.coming).toEqual(coming)
  expect(sorted!.body.data).toEqual(listed!.body.data)
  expect(preview!.body.data).toEqual(listed!.body.data)
  const ends = inDays(10).toISOString()
  expect(basket!.body.data.lines).toMatchObject([{ coming }, { coming: { unit: 2550, from: ends } }])
  expect(basket!.body.data.rises).toEqual({ lines: 2, more: 3 * 50 + 5 * 550, from: ends, isTogether: false })
  expect(invalidFields(await tell(366))).toEqual(['comingDays'])
})

test('an answer gets another tag when a coming price comes within the days that are told, and when a term starts', async () => {
  const { workspace, customer, owner, tell, ids } = await shop()
  await schedule(workspace, 'A-1', 2600, inDays(20))
  await givenAgreedPrice(workspace, customer.id, 'B-2', { unit: 2000, startsAt: inDays(5).toISOString() })
  await givenAgreedPrice(workspace, customer.id, 'B-2', { unit: 1900, minQty: 9, endsAt: inDays(30).toISOString() })
  expectDone(await tell(14))
  const path = `/customers/${customer.id}/preview/products/${ids['A-1']}`
  const seen: string[] = []
  const begin = service.time.now.getTime()
  for (const days of [0, 1, 5, 6, 16]) {
    service.time.now = new Date(begin + days * DAY_MS)
    const answer = await owner.get(path)
    const again = await owner.get(path)
    expect(again.headers.get('etag')).toBe(answer.headers.get('etag'))
    expect(again.body).toEqual(answer.body)
    seen.push(answer.headers.get('etag')!)
    expect(answer.body.data.coming?.unit).toBe(days >= 6 ? 2600 : undefined)
  }
  // Day 1 is as day 0; the agreed price starts on day 5; on day 6 the change is 14 days ahead; on day 16 the end is.
  expect(seen[1]).toBe(seen[0])
  expect(new Set(seen.slice(1)).size).toBe(4)
})

import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { expectDone, givenAgreedPrice, givenCustomer, givenDiscount, item, send } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { orderingShop } from '../given/order.ts'
import { portalCalls } from '../given/app-api-operations.ts'

const service = useService()

/** A member of the staff, and buyers of two customers who pay different prices and see different products. */
async function shop() {
  const { workspace, customerId } = await orderingShop(service)
  const rival = await givenCustomer(workspace, { accountCode: 'RIVAL' })
  await send(workspace, [
    item({ sku: 'OURS', name: 'Own plate', brand: 'Quayside', onlyFor: ['QUAY'] }),
    item({ sku: 'THEIRS', name: 'Plate of others', category: 'Rivalry', onlyFor: ['RIVAL'] }),
  ])
  await givenDiscount(workspace, customerId, 1_000)
  await givenDiscount(workspace, rival, 5_000)
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 1_777, minQty: 12 })
  const staff = await givenMember(service, workspace, 'manager')
  const buyers = [
    await givenSignedInBuyer(service, workspace, customerId),
    await givenSignedInBuyer(service, workspace, rival),
  ]
  return { workspace, staff, seen: [customerId, rival].map((id, i) => ({ id, buyer: buyers[i]! })) }
}

test('staff see the catalogue as the buyers of each customer do, however often all of them ask', async () => {
  const { staff, seen } = await shop()
  // Their first visit is noted, and changes what all answers are named by.
  for (const { buyer } of seen) expectDone(await buyer.get('/portal'))
  const { id: plate } = (await seen[0]!.buyer.get('/products?q=azure+plate')).body.data[0]
  const paths = ['/products', '/products?q=plate&limit=1', '/groups', `/products/${plate}?qty=12`]
  const tags = new Set<string | null>()
  // Often enough for answers to be kept.
  for (let round = 0; round < 3; round++) {
    for (const { id, buyer } of seen) {
      for (const path of paths) {
        const [theirs, preview] = [await buyer.get(path), await staff.get(`/customers/${id}/preview${path}`)]
        expectDone(preview)
        expect([path, preview.body]).toEqual([path, theirs.body])
        for (const { headers } of [theirs, preview]) tags.add(headers.get('etag'))
        const again = await staff.get(`/customers/${id}/preview${path}`, {
          'if-none-match': theirs.headers.get('etag')!,
        })
        expect(again.status).toBe(200)
      }
    }
  }
  expect(tags.size).toBe(2 * 2 * paths.length)
  const skus = async (id: string) =>
    (await staff.get(`/customers/${id}/preview/products`)).body.data.map(({ sku }: { sku: string }) => sku)
  expect(await skus(seen[0]!.id)).toEqual(['BOWL', 'PLATE', 'OURS'])
  expect(await skus(seen[1]!.id)).toEqual(['BOWL', 'PLATE', 'THEIRS'])
})

test('a preview says whose it is, belongs to no buyer, and writes nothing', async () => {
  const { workspace, staff, seen } = await shop()
  const { id, buyer } = seen[0]!
  const preview = `/customers/${id}/preview`
  const { me, customer, settings } = (await staff.get(`${preview}/portal`)).body.data
  expect(customer).toEqual((await buyer.get('/portal')).body.data.customer)
  expect({ me, settings }).toMatchObject({
    me: { id: staff.id, email: staff.email, orderLimit: 0 },
    settings: { showListPrices: false },
  })
  const before = (await buyer.get('/basket')).body
  for (const { method, path, writes } of portalCalls(service, { id })) {
    if (!writes) continue
    const name = method.toLowerCase() as 'post' | 'put' | 'delete'
    expect([path, (await staff[name](preview + path, {})).status]).toEqual([path, expect.toBeOneOf([404, 405])])
  }
  expect((await buyer.get('/basket')).body).toEqual(before)
  expect((await workspace.get('/orders')).body.data).toEqual([])
  const stranger = await givenMember(service, await service.workspace(), 'owner')
  expect((await stranger.get(`${preview}/products`)).status).toBe(404)
  expect((await buyer.get(`/customers/${id}/preview/products`)).status).toBe(404)
})

import { expect, test } from 'vitest'
import { deleteProduct } from '../../server/src/catalogue/product-writes.ts'
import { mergeGroups, renameGroup } from '../../server/src/catalogue/groups/write-groups.ts'
import { updateProduct } from '../../server/src/catalogue/edit-product.ts'
import { deleteCustomer } from '../../server/src/customers/edit-customer.ts'
import { inviteBuyer, disableBuyer, enableBuyer } from '../../server/src/customers/buyers.ts'
import { publishDuePriceChanges } from '../../server/src/jobs/background-jobs.ts'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { publishPriceChange } from '../../server/src/pricing/price-changes/publish-price-change.ts'
import { removeAgreedPrice, setAgreedPrice } from '../../server/src/pricing/terms/set-agreed-price.ts'
import { removeDiscount, setDiscount } from '../../server/src/pricing/terms/discounts.ts'
import {
  cancelPriceChange,
  discardPriceChange,
  schedulePriceChange,
} from '../../server/src/pricing/price-changes/settle-price-change.ts'
import { useService } from '../given/service.ts'
import { expectDone, item, read, send } from '../given/given.ts'

const service = useService()
const silent = { info: () => {}, warn: () => {}, error: () => {} }

test('every kind of write changes the tag of every read, for the very next request', async () => {
  const workspace = await service.workspace()
  const { context } = workspace
  const customers = [{ name: 'Quay Café', accountCode: 'QUAY' }]
  expectDone(await workspace.put('/customers', { customers }))
  await send(workspace, [item({ brand: 'Hollin' }), item({ sku: 'B', brand: 'Wexcombe' })])
  const { id: product } = await read(workspace, 'DEN-1042')
  const placed = await placeOrder(context, { customer: 'QUAY', lines: [{ sku: 'DEN-1042', qty: 1 }] })
  const { priceChangeId } = await send(workspace, [item({ listPrice: 1, brand: 'Hollin' })])

  const reads = [
    '/workspace',
    '/products?customer=quay',
    '/products?q=azure',
    `/products/${product}?customer=QUAY&qty=3`,
    '/brands',
    '/categories',
    '/prices?customer=QUAY&sku=DEN-1042',
    '/customers',
    '/customers/quay',
    '/orders?status=new',
    `/orders/${placed.id}`,
    '/price-changes',
    `/price-changes/${priceChangeId}?customer=quay`,
    '/activity',
  ]
  let tags = new Map<string, string>()
  const look = async () => {
    for (const path of reads) {
      const headers: Record<string, string> = tags.has(path) ? { 'if-none-match': tags.get(path)! } : {}
      const answer = await workspace.get(path, headers)
      expect({ path, status: answer.status }).toEqual({ path, status: 200 })
      tags.set(path, answer.headers.get('etag')!)
    }
    for (const path of reads) {
      expect((await workspace.get(path, { 'if-none-match': tags.get(path)! })).status).toBe(304)
    }
  }
  await look()

  const newDraft = async (listPrice: number) =>
    (await send(workspace, [item({ listPrice, brand: 'Hollin' })])).priceChangeId as string
  const later = new Date(service.time.now.getTime() + 3_600_000)
  const discount = { customer: 'QUAY', on: { appliesTo: 'all' } as const, discountBp: 500 }
  const agreed = { customer: 'QUAY', sku: 'DEN-1042', unit: 5, minQty: 1, startsAt: null, endsAt: null }
  const ids: Record<string, string> = {}
  const writes: Record<string, () => Promise<unknown>> = {
    'a product changed by a call': () => send(workspace, [item({ sku: 'B', name: 'Bowl', brand: 'Wexcombe' })]),
    'a product changed by staff': () => updateProduct(context, { sku: 'B', minOrderQty: 2 }),
    'a customer': () => workspace.put('/customers', { customers: [{ ...customers[0], phone: '1' }] }),
    'a discount': async () => void (ids['discount'] = (await setDiscount(context, discount)).id),
    'no discount': () => removeDiscount(context, { id: ids['discount']! }),
    'an agreed price': async () => void (ids['agreed'] = (await setAgreedPrice(context, agreed)).id),
    'no agreed price': () => removeAgreedPrice(context, { id: ids['agreed']! }),
    'a buyer': async () =>
      void (ids['buyer'] = (await inviteBuyer(context, { customer: 'QUAY', name: 'Bo', email: 'bo@x.example' })).id),
    'a buyer enabled': () => enableBuyer(context, { id: ids['buyer']! }),
    'a buyer disabled': () => disableBuyer(context, { id: ids['buyer']! }),
    'a brand renamed': () => renameGroup(context, { grouping: 'brand', name: 'Hollin', to: 'Marlowe' }),
    'a brand merged': () => mergeGroups(context, { grouping: 'brand', name: 'Marlowe', to: 'Wexcombe' }),
    'an order placed': () => placeOrder(context, { customer: 'QUAY', lines: [{ sku: 'DEN-1042', qty: 2 }] }),
    'an order moved on': () =>
      service.call('PATCH', `/orders/${placed.id}`, { key: workspace.key, body: '{"status":"confirmed"}' }),
    'a price change published': () => publishPriceChange(context, { id: priceChangeId }),
    'a draft started': async () => void (ids['draft'] = await newDraft(7)),
    'a draft discarded': () => discardPriceChange(context, { id: ids['draft']! }),
    'another draft': async () => void (ids['draft'] = await newDraft(8)),
    'a draft scheduled': () => schedulePriceChange(context, { id: ids['draft']!, at: later }),
    'a scheduled change cancelled': () => cancelPriceChange(context, { id: ids['draft']! }),
    'a draft to be published': async () => void (ids['draft'] = await newDraft(9)),
    'and scheduled': () => schedulePriceChange(context, { id: ids['draft']!, at: later }),
    'and published by itself': async () => {
      service.time.now = later
      await publishDuePriceChanges(service.context, silent as never, new Map())
    },
  }
  for (const [name, write] of Object.entries(writes)) {
    await write().catch((error) => {
      throw new Error(`${name}: ${error.message}`)
    })
    await look()
  }
  expect((await read(workspace, 'DEN-1042')).price.list).toBe(9)

  reads.splice(3, 1)
  reads.splice(reads.indexOf('/prices?customer=QUAY&sku=DEN-1042'), 1)
  await deleteProduct(context, { sku: 'DEN-1042' })
  await look()
  reads.splice(0, reads.length, '/customers', '/orders', `/orders/${placed.id}`, '/activity', '/products')
  await deleteCustomer(context, { customer: 'QUAY' })
  await look()
})

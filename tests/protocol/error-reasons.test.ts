import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { discardPriceChange } from '../../server/src/pricing/price-changes/settle-price-change.ts'
import { givenCustomer, item, send } from '../given/given.ts'
import { useService } from '../given/service.ts'

const service = useService()

type Why = { status: number; code: string; reason: string | undefined }
const why = ({ status, body }: { status: number; body: any }): Why => ({
  status,
  code: body.error.code,
  reason: body.error.reason,
})

test('what is not found is told apart by the reason', async () => {
  const workspace = await service.workspace()
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  await send(workspace, [item({ sku: 'SEEN' }), item({ sku: 'OTHERS', onlyFor: ['NOBODY'] })])
  const { data } = (await workspace.get('/products?q=OTHERS')).body
  const id = randomUUID()
  const expected = {
    '/nowhere': 'unknown_endpoint',
    [`/products/${id}`]: 'unknown_product',
    [`/products/${id}?customer=QUAY`]: 'unknown_product',
    [`/products/${id}?customer=NONE`]: 'unknown_customer',
    [`/products/${data[0].id}?customer=QUAY`]: 'hidden_product',
    [`/products?brand=${id}`]: 'unknown_brand',
    [`/products?category=${id}`]: 'unknown_category',
    '/products?customer=NONE': 'unknown_customer',
    '/price-feed?customer=NONE': 'unknown_customer',
    '/prices?customer=NONE&sku=SEEN': 'unknown_customer',
    '/prices?customer=QUAY&sku=UNSEEN': 'unknown_sku',
    '/customers/NONE': 'unknown_customer',
    [`/orders/${id}`]: 'unknown_order',
    [`/quotes/${id}`]: 'unknown_quote',
    [`/price-changes/${id}`]: 'unknown_price_change',
    [`/imports/${id}`]: 'unknown_import',
  }
  for (const [path, reason] of Object.entries(expected)) {
    expect([path, why(await workspace.get(path))]).toEqual([path, { status: 404, code: 'not_found', reason }])
  }
})

test('a draft that is none any more, and one that never was, have their reasons', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item({ sku: 'A', listPrice: 100 })])
  const products = [item({ sku: 'A', listPrice: 200 })]
  const { priceChangeId } = (await workspace.put('/products', { products })).body.data
  await discardPriceChange(workspace.context, { id: priceChangeId })
  expect(why(await workspace.put('/products', { products, priceChangeId }))).toEqual({
    status: 400,
    code: 'invalid_request',
    reason: 'draft_gone',
  })
  expect(why(await workspace.put('/products', { products, priceChangeId: randomUUID() }))).toMatchObject({
    reason: 'unknown_price_change',
  })
})

test('a move that is refused says whether there is anything left to do', async () => {
  const workspace = await service.workspace()
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  await send(workspace, [item({ sku: 'A' })])
  const place = () => placeOrder(workspace.context, { customer: 'QUAY', lines: [{ sku: 'A', qty: 1 }] })
  const { id } = await place()
  const patch = async (body: object, order = id) => {
    const init = { key: workspace.key, body: JSON.stringify(body) }
    const answer = await service.call('PATCH', `/orders/${order}`, init)
    return answer.status === 200 ? 'done' : why(answer).reason
  }
  expect(await patch({ status: 'completed' })).toBe('not_movable')
  expect(await patch({ status: 'cancelled' })).toBe('note_required')
  expect(await patch({ status: 'confirmed', tracking: 'P-1' })).toBe('not_dispatched')
  expect(await patch({ status: 'confirmed' })).toBe('done')
  expect(await patch({ status: 'confirmed' })).toBe('already_moved')
  expect(await patch({ status: 'dispatched' })).toBe('done')
  expect(await patch({ status: 'confirmed' })).toBe('already_moved')
  const other = (await place()).id
  expect(await patch({ status: 'cancelled', note: 'Sold out' }, other)).toBe('done')
  expect(await patch({ status: 'cancelled', note: 'Sold out' }, other)).toBe('already_moved')
  expect(await patch({ status: 'confirmed' }, other)).toBe('not_movable')
})

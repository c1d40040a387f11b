import { describe, expect, test } from 'vitest'
import { deleteProduct } from '../../server/src/catalogue/product-writes.ts'
import { mergeGroups, renameGroup } from '../../server/src/catalogue/groups/write-groups.ts'
import { disableBuyer, editBuyer, inviteBuyer } from '../../server/src/customers/buyers.ts'
import {
  addCustomer,
  deleteCustomer,
  editableCustomer,
  editCustomer,
} from '../../server/src/customers/edit-customer.ts'
import { inTransaction } from '../../server/src/database/transaction.ts'
import { changeLines } from '../../server/src/orders/change-lines.ts'
import { setTracking, takeBackDispatch } from '../../server/src/orders/dispatch.ts'
import { transitionOrder, transitionOrders } from '../../server/src/orders/transition-order.ts'
import { publishPriceChange } from '../../server/src/pricing/price-changes/publish-price-change.ts'
import { assignAgreedPrices } from '../../server/src/pricing/terms/assign-agreed-prices.ts'
import { assignDiscounts } from '../../server/src/pricing/terms/assign-discounts.ts'
import { removeDiscount, setDiscount } from '../../server/src/pricing/terms/discounts.ts'
import { editCustomers } from '../../server/src/pricing/terms/group-members.ts'
import { addPriceGroup, removePriceGroup, renamePriceGroup } from '../../server/src/pricing/terms/price-groups.ts'
import { removeAgreedPrice, setAgreedPrice } from '../../server/src/pricing/terms/set-agreed-price.ts'
import { undoEdit } from '../../server/src/workspaces/undo/undo-edit.ts'
import { FEEDS, followFeed, readAllOf } from '../given/follow-feed.ts'
import type { FeedName } from '../given/follow-feed.ts'
import { done, find, invalidFields, item, read, refusal, send } from '../given/given.ts'
import { orderingShop, place, readOrder } from '../given/order.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'

const service = useService()
const NAMES = Object.keys(FEEDS) as FeedName[]

test('whatever is done to an order, the feed tells it as it is then', async () => {
  const { workspace } = await orderingShop(service)
  const { context } = workspace
  const reader = await readAllOf(workspace, 'order-feed')
  expect(reader.kept.size).toBe(0)
  let id = ''
  const acts: Record<string, () => Promise<unknown>> = {
    placed: async () => ({ id } = await place(workspace)),
    'lines changed': async () => {
      const { lines, history } = await readOrder(workspace, id)
      await changeLines(context, { id, seen: history.length, lines: [{ id: lines[0].id, qty: 3 }] })
    },
    confirmed: () => transitionOrder(context, { id, status: 'confirmed' }),
    dispatched: () => transitionOrder(context, { id, status: 'dispatched', tracking: 'P-1' }),
    tracked: () => setTracking(context, { id, tracking: 'P-2' }),
    'taken back': () => takeBackDispatch(context, id),
    'dispatched with others': () =>
      transitionOrders(context, { orders: [{ id, seen: 'confirmed' }], status: 'dispatched' }),
    completed: () => transitionOrder(context, { id, status: 'completed' }),
  }
  for (const [name, act] of Object.entries(acts)) {
    service.later(1_000)
    await act()
    const entries = await followFeed(workspace, reader)
    const order = await readOrder(workspace, id)
    expect({ name, entries }).toEqual({ name, entries: [{ id, number: 1001, at: expect.any(String), order }] })
    expect(entries[0].at).toBe(service.time.now.toISOString())
  }
  expect((await readAllOf(workspace, 'order-feed')).kept).toEqual(reader.kept)
})

test('whatever is done to a customer, its terms or its buyers, the feed tells it as it is then', async () => {
  const { workspace, customerId: quay } = await orderingShop(service)
  const { context } = workspace
  const customers = (rows: unknown[]) => done(workspace.put('/customers', { customers: rows }))
  await addPriceGroup(context, { name: 'Gold' })
  const reader = await readAllOf(workspace, 'customer-feed')
  expect([...reader.kept.keys()]).toEqual([quay])
  const code = 'QUAY'
  let [term, buyer, undo, mill] = ['', '', '', '']
  const bulk = async (value: number) => {
    const change = { field: 'paymentTermsDays', value } as const
    undo = (await editCustomers(context, { customers: { ids: [quay] }, change })).undo!
  }
  const acts: Record<string, () => Promise<unknown>> = {
    sent: () => customers([{ accountCode: code, name: 'Quay', addresses: [{ name: 'Mill', lines: ['1'] }] }]),
    edited: async () =>
      editCustomer(context, { ...(await editableCustomer(context, quay)), phone: '1', group: undefined }),
    'edited in bulk': () => bulk(30),
    'taken back': () => undoEdit(context, { id: undo }),
    'put into a group': () => customers([{ accountCode: code, name: 'Quay', group: 'Gold' }]),
    'given a discount': async () => {
      term = (await setDiscount(context, { customer: code, on: { appliesTo: 'all' }, discountBp: 100 })).id
    },
    'given no discount': () => removeDiscount(context, { id: term }),
    'given a discount by a file': () =>
      inTransaction(context, (trx) =>
        assignDiscounts(trx, [{ customer: code, on: { appliesTo: 'brand', name: 'Hollin' }, discountBp: 500 }]),
      ),
    'given another brand': async () => {
      await send(workspace, [item({ sku: 'X', brand: 'Denby' })])
      await mergeGroups(context, { grouping: 'brand', name: 'Hollin', to: 'Denby' })
    },
    'given an agreed price': async () => {
      const terms = { customer: code, sku: 'BOWL', unit: 1, minQty: 1, startsAt: null, endsAt: null }
      term = (await setAgreedPrice(context, terms)).id
    },
    'given no agreed price': () => removeAgreedPrice(context, { id: term }),
    'given an agreed price by a file': () =>
      inTransaction(context, (trx) =>
        assignAgreedPrices(trx, [
          { line: 1, customer: code, sku: 'PLATE', unit: 5, minQty: 1, startsOn: null, endsOn: null },
        ]),
      ),
    'given a buyer': async () => {
      buyer = (await inviteBuyer(context, { customer: code, name: 'Bo', email: 'bo@quay.example' })).id
    },
    'buyer edited': () => editBuyer(context, { id: buyer, costCentre: 'BAR' }),
    'buyer disabled': () => disableBuyer(context, { id: buyer }),
    'group renamed': () => renamePriceGroup(context, { group: 'Gold', name: 'Silver' }),
    'group removed': () => removePriceGroup(context, { group: 'Silver' }),
  }
  for (const [name, act] of Object.entries(acts)) {
    service.later(1_000)
    await act()
    const entries = await followFeed(workspace, reader)
    const customer = (await done(workspace.get('/customers?q=QUAY')))[0]
    const entry = { customerId: quay, accountCode: code, at: expect.any(String), deleted: false, customer }
    expect({ name, told: [...new Set(entries.map((each) => JSON.stringify(each.customer)))] }).toEqual({
      name,
      told: [JSON.stringify(customer)],
    })
    expect(entries.at(-1)).toEqual(entry)
  }
  mill = (await addCustomer(context, { name: 'Mill', accountCode: 'MILL' } as Parameters<typeof addCustomer>[1])).id
  await followFeed(workspace, reader)
  expect(reader.kept.get(mill)).toMatchObject({ name: 'Mill' })
  expect((await readAllOf(workspace, 'customer-feed')).kept).toEqual(reader.kept)
  await deleteCustomer(context, { customer: 'MILL' })
  expect(await followFeed(workspace, reader)).toEqual([
    { customerId: mill, accountCode: 'MILL', at: expect.any(String), deleted: true, customer: null },
  ])
})

test('whatever is done to a product, the feed tells it as it is then, with its list price and names', async () => {
  const { workspace } = await orderingShop(service)
  const { context } = workspace
  const reader = await readAllOf(workspace, 'product-feed')
  const { id } = await find(workspace, 'PLATE')
  expect(reader.kept.get(id)).toEqual(await read(workspace, 'PLATE'))
  const plate = { sku: 'PLATE', name: 'Plate', listPrice: 2550, brand: 'Hollin', category: 'Tableware' }
  const acts: Record<string, () => Promise<unknown>> = {
    sent: () => send(workspace, [item(plate)]),
    'sent to some': () => send(workspace, [item({ ...plate, onlyFor: ['QUAY'] })]),
    priced: async () => {
      const { priceChangeId } = await send(workspace, [item({ ...plate, listPrice: 7 })])
      await publishPriceChange(context, { id: priceChangeId })
    },
    'brand renamed': () => renameGroup(context, { grouping: 'brand', name: 'Hollin', to: 'Holly' }),
    'category merged': async () => {
      await send(workspace, [item({ sku: 'X', name: 'X', category: 'Plates' })])
      await mergeGroups(context, { grouping: 'category', name: 'Tableware', to: 'Plates' })
    },
  }
  for (const [name, act] of Object.entries(acts)) {
    service.later(1_000)
    await act()
    const entries = await followFeed(workspace, reader)
    const product = await read(workspace, 'PLATE')
    const told = entries.findLast(({ productId }) => productId === id)
    const expected = { productId: id, sku: 'PLATE', at: expect.any(String), deleted: false, product }
    expect({ name, told }).toEqual({ name, told: expected })
  }
  expect((await readAllOf(workspace, 'product-feed')).kept).toEqual(reader.kept)
  await deleteProduct(context, { sku: 'PLATE' })
  expect(await followFeed(workspace, reader)).toEqual([
    { productId: id, sku: 'PLATE', at: expect.any(String), deleted: true, product: null },
  ])
})

/** Three of what each feed tells. */
async function shopOfThree(): Promise<TestWorkspace> {
  const { workspace } = await orderingShop(service)
  for (let i = 0; i < 3; i++) await place(workspace)
  await workspace.put('/customers', { customers: ['A', 'B'].map((name) => ({ accountCode: name, name })) })
  await send(workspace, [item({ sku: 'CUP' })])
  return workspace
}

const WRITES: Record<FeedName, (workspace: TestWorkspace, i: number) => Promise<unknown>> = {
  'product-feed': (workspace, i) => send(workspace, [item({ sku: `NEW-${i % 7}`, name: `New ${i}` })]),
  'order-feed': (workspace) => place(workspace),
  'customer-feed': (workspace, i) =>
    done(workspace.put('/customers', { customers: [{ accountCode: `NEW-${i % 7}`, name: `New ${i}` }] })),
}

describe.each(NAMES)('%s', (feed) => {
  const page = (workspace: TestWorkspace, query: string) => workspace.get(`/${feed}?${query}`)

  test('tells what changes from now on without a cursor, and an idle poll is a 304', async () => {
    const workspace = await shopOfThree()
    const { body } = await page(workspace, '')
    expect(body).toMatchObject({ data: [], hasMore: false })
    const idle = await page(workspace, `cursor=${body.nextCursor}`)
    expect(idle.body).toEqual(body)
    const again = await workspace.get(`/${feed}?cursor=${body.nextCursor}`, {
      'if-none-match': idle.headers.get('etag')!,
    })
    expect(again.status).toBe(304)
    // A clock that is put back hides nothing.
    service.later(-3_600_000)
    await WRITES[feed](workspace, 1)
    service.later(3_600_000)
    expect((await page(workspace, `cursor=${body.nextCursor}`)).body.data).toHaveLength(1)
  })

  test('loses nothing of what many write at once', async () => {
    const workspace = await shopOfThree()
    const reader = await readAllOf(workspace, feed)
    const waiting = new Set(['writers'])
    const writing = Promise.all(
      Array.from({ length: 4 }, async (_, writer) => {
        for (let i = 0; i < 6; i++) await WRITES[feed](workspace, writer * 6 + i)
      }),
    ).finally(() => waiting.clear())
    while (waiting.size > 0) await followFeed(workspace, reader, 3)
    await writing
    await followFeed(workspace, reader, 3)
    expect(reader.kept).toEqual((await readAllOf(workspace, feed)).kept)
  })

  test('says of a cursor that it cannot follow how to begin again', async () => {
    const workspace = await shopOfThree()
    expect(invalidFields(await page(workspace, 'cursor=x'))).toEqual(['cursor'])
    expect(invalidFields(await page(workspace, 'limit=501'))).toEqual(['limit'])
    const { nextCursor } = (await page(workspace, 'cursor=start')).body
    for (const other of [...NAMES, 'price-feed'].filter((name) => name !== feed)) {
      expect(await workspace.get(`/${other}?cursor=${nextCursor}`)).toEqual(refusal(410, 'gone'))
    }
    const elsewhere = await service.workspace()
    expect(await page(elsewhere, `cursor=${nextCursor}`)).toEqual(refusal(410, 'gone'))
    service.later(401 * 86_400_000)
    expect((await page(workspace, `cursor=${nextCursor}`)).status).toBe(200)
    await WRITES[feed](workspace, 1)
    expect(await page(workspace, `cursor=${nextCursor}`)).toEqual(refusal(410, 'gone'))
  })
})

test('a page of orders has as many as their lines allow, and at least one', async () => {
  const workspace = await shopOfThree()
  const lines = workspace.context.db.updateTable('sales_order').where('workspace_id', '=', workspace.id)
  await lines.set({ line_count: 900 }).where('number', '<', 1003).execute()
  await lines.set({ line_count: 2_100 }).where('number', '=', 1003).execute()
  const sizes: number[] = []
  for (let cursor = 'start'; ;) {
    const { body } = await workspace.get(`/order-feed?cursor=${cursor}`)
    sizes.push(body.data.length)
    if (!body.hasMore) break
    cursor = body.nextCursor
  }
  expect(sizes).toEqual([2, 1, 0])
})

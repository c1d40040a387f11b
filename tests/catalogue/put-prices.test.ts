import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PriceChangeStatus } from '../../server/src/database/column-values.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { alter, invalidFields, item, read, refusal, send, sendItems } from '../given/given.ts'

const service = useService()

const listOf = async (workspace: TestWorkspace, sku = 'DEN-1042') => (await read(workspace, sku)).price.list

/** The new prices that a draft holds, by SKU. */
async function linesOf(workspace: TestWorkspace, priceChangeId: string): Promise<[string, number][]> {
  const lines = await service.context.db
    .selectFrom('price_change_line as line')
    .innerJoin('product as p', (join) =>
      join.onRef('p.workspace_id', '=', 'line.workspace_id').onRef('p.id', '=', 'line.product_id'),
    )
    .select(['p.sku', 'line.new_price'])
    .where('line.workspace_id', '=', workspace.id)
    .where('line.price_change_id', '=', priceChangeId)
    .orderBy('p.sku_key')
    .execute()
  return lines.map(({ sku, new_price }) => [sku, new_price])
}

function draftsOf(workspace: TestWorkspace) {
  return service.context.db
    .selectFrom('price_change')
    .selectAll()
    .where('workspace_id', '=', workspace.id)
    .orderBy('id')
    .execute()
}

async function withDraft() {
  const workspace = await service.workspace()
  await sendItems(workspace, 4)
  const { priceChangeId } = await sendItems(workspace, 1, () => ({ listPrice: 1 }))
  return { workspace, priceChangeId: priceChangeId as string }
}

test('a priceChangeId of null, as an answer without a draft has it, counts as left out', async () => {
  const workspace = await service.workspace()
  const { status, body } = await workspace.put('/products', { products: [item()], priceChangeId: null })
  expect({ status, created: body.data.created }).toEqual({ status: 200, created: 1 })
})

test('the price that is sent for a new product is its list price at once', async () => {
  const workspace = await service.workspace()
  expect(await send(workspace, [item({ listPrice: 999 })])).toMatchObject({ priceChanges: 0, priceChangeId: null })
  expect(await listOf(workspace)).toBe(999)
  expect(await draftsOf(workspace)).toEqual([])
})

test('the price that is sent for a product without one is its list price at once', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item()])
  await alter(workspace, 'DEN-1042', { list_price: null })
  const result = await send(workspace, [item({ listPrice: 999 })])
  expect(result).toMatchObject({ updated: 1, priceChanges: 0, priceChangeId: null })
  expect((await read(workspace, 'DEN-1042')).price).toMatchObject({ unit: 999, list: 999 })
  expect(await draftsOf(workspace)).toEqual([])
})

test('the price that is sent changes nothing where it is the price already, be it 0', async () => {
  const workspace = await service.workspace()
  for (const listPrice of [2550, 0]) {
    await send(workspace, [item({ sku: `P${listPrice}`, listPrice })])
    expect(await send(workspace, [item({ sku: `P${listPrice}`, listPrice })])).toMatchObject({
      priceChanges: 0,
      priceChangeId: null,
    })
  }
  expect(await draftsOf(workspace)).toEqual([])
})

test('the price that is sent goes into a draft where it differs, and the product keeps its own', async () => {
  const workspace = await service.workspace({ keyName: 'Nightly ERP' })
  await send(workspace, [item({ sku: 'A', listPrice: 0 }), item({ sku: 'B' }), item({ sku: 'C' })])
  const result = await send(workspace, [
    item({ sku: 'A', listPrice: 100 }),
    item({ sku: 'B', listPrice: 0, name: 'Renamed' }),
    item({ sku: 'C' }),
    item({ sku: 'D', listPrice: 5 }),
  ])
  expect(result).toMatchObject({ created: 1, updated: 3, priceChanges: 2, priceChangeId: expect.any(String) })
  expect(await Promise.all(['A', 'B', 'C', 'D'].map((sku) => listOf(workspace, sku)))).toEqual([0, 2550, 2550, 5])
  expect((await read(workspace, 'B')).name).toBe('Renamed')
  expect(await linesOf(workspace, result.priceChangeId)).toEqual([
    ['A', 100],
    ['B', 0],
  ])
  expect(await draftsOf(workspace)).toMatchObject([
    {
      id: result.priceChangeId,
      name: expect.stringContaining('Nightly ERP'),
      status: 'draft',
      line_count: 2,
      published_at: null,
    },
  ])
})

test('priceChangeId keeps the prices of many calls in one draft', async () => {
  const { workspace, priceChangeId } = await withDraft()
  for (const i of [1, 2, 3]) {
    const result = await send(workspace, [item({ sku: `SKU-000${i}`, listPrice: i })], priceChangeId)
    expect(result).toMatchObject({ priceChanges: 1, priceChangeId })
  }
  expect((await linesOf(workspace, priceChangeId)).map(([, price]) => price)).toEqual([1, 1, 2, 3])
  expect(await draftsOf(workspace)).toMatchObject([{ id: priceChangeId, line_count: 4 }])
})

test('without a priceChangeId every call that changes prices starts its own draft', async () => {
  const { workspace, priceChangeId } = await withDraft()
  const second = await send(workspace, [item({ sku: 'SKU-0001', listPrice: 2 })])
  expect(second.priceChangeId).not.toBe(priceChangeId)
  expect(await draftsOf(workspace)).toHaveLength(2)
})

test('the same priceChangeId with another price for the same product keeps the newer one', async () => {
  const { workspace, priceChangeId } = await withDraft()
  const result = await send(workspace, [item({ sku: 'SKU-0000', listPrice: 7 })], priceChangeId)
  expect(result).toMatchObject({ priceChanges: 1, priceChangeId })
  expect(await linesOf(workspace, priceChangeId)).toEqual([['SKU-0000', 7]])
  expect(await draftsOf(workspace)).toMatchObject([{ line_count: 1 }])
})

test('the same priceChangeId with the same call ends in the same state', async () => {
  const { workspace, priceChangeId } = await withDraft()
  const again = await send(workspace, [item({ sku: 'SKU-0000', listPrice: 1 })], priceChangeId)
  expect(again).toMatchObject({ updated: 1, priceChanges: 1, priceChangeId })
  expect(await linesOf(workspace, priceChangeId)).toEqual([['SKU-0000', 1]])
  expect(await draftsOf(workspace)).toMatchObject([{ line_count: 1 }])
})

test('priceChangeId is not told where no price changed', async () => {
  const { workspace, priceChangeId } = await withDraft()
  const result = await send(workspace, [item({ sku: 'SKU-0001' }), item({ sku: 'NEW' })], priceChangeId)
  expect(result).toMatchObject({ created: 1, priceChanges: 0, priceChangeId: null })
})

test('priceChangeId is taken in any case, with space around it, or blank as left out', async () => {
  const { workspace, priceChangeId } = await withDraft()
  const row = [item({ sku: 'SKU-0001', listPrice: 2 })]
  expect((await send(workspace, row, ` ${priceChangeId.toUpperCase()} `)).priceChangeId).toBe(priceChangeId)
  expect((await send(workspace, row, '  ')).priceChangeId).not.toBe(priceChangeId)
})

test('a priceChangeId that does not exist is not found, and the call changes nothing', async () => {
  const { workspace } = await withDraft()
  for (const priceChangeId of [randomUUIDv7(), 'draft-7']) {
    const answer = await workspace.put('/products', { products: [item({ sku: 'NEW' })], priceChangeId })
    expect(answer).toEqual(refusal(404, 'not_found'))
  }
  expect((await workspace.get('/products?q=NEW')).body.data).toEqual([])
})

test('a priceChangeId of another workspace is not found', async () => {
  const { priceChangeId } = await withDraft()
  const other = await service.workspace()
  await send(other, [item()])
  const answer = await other.put('/products', { products: [item({ listPrice: 1 })], priceChangeId })
  expect(answer).toEqual(refusal(404, 'not_found'))
  expect(await draftsOf(other)).toEqual([])
})

test.each<PriceChangeStatus>(['scheduled', 'published', 'discarded', 'cancelled'])(
  'the priceChangeId of a price change that is %s is refused, whatever the call, which then changes nothing',
  async (status) => {
    const { workspace, priceChangeId } = await withDraft()
    await service.context.db
      .updateTable('price_change')
      .set({ status })
      .where('workspace_id', '=', workspace.id)
      .where('id', '=', priceChangeId)
      .execute()
    for (const row of [{ listPrice: 9 }, {}, { sku: 'NEW' }]) {
      const answer = await workspace.put('/products', {
        products: [item({ sku: 'SKU-0001', ...row })],
        priceChangeId,
      })
      expect(answer).toEqual(refusal(400, 'invalid_request'))
    }
    expect(await linesOf(workspace, priceChangeId)).toEqual([['SKU-0000', 1]])
    expect((await workspace.get('/products?q=NEW')).body.data).toEqual([])
  },
)

test.each([7, true, {}, ['x'], 'a\0'])('priceChangeId is refused as %j', async (priceChangeId) => {
  const { put } = await service.workspace()
  expect(invalidFields(await put('/products', { products: [item()], priceChangeId }))).toEqual(['priceChangeId'])
})

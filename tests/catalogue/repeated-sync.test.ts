import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { publishPriceChange } from '../../server/src/pricing/price-changes/publish-price-change.ts'
import { givenDraft, preview } from '../given/price-change.ts'
import { givenCustomer, item, items, send, sendItems } from '../given/given.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'

const service = useService()

const TABLES = ['product', 'brand', 'category', 'product_image', 'product_access', 'workspace_revision', 'price_change']

/** Where each row of the workspace's is stored, and which transactions wrote or locked it. */
async function versions({ id }: TestWorkspace) {
  const tables = await Promise.all(
    TABLES.map((table) =>
      sql<object>`select ctid::text, xmin::text, xmax::text from ${sql.table(table)}
        where workspace_id = ${id} order by ctid`.execute(service.context.db),
    ),
  )
  return tables.map(({ rows }, i) => ({ table: TABLES[i], rows }))
}

const full = (i: number) => ({
  brand: `Brand ${i % 3}`,
  category: `Category ${i % 2}`,
  details: { Colour: 'Azure', Size: `${i} cm` },
  imageUrl: `https://images.example/${i}.jpg`,
  onlyFor: ['QUAY', 'nobody'],
})

test('a call that repeats what is there neither writes nor locks a row', async () => {
  const workspace = await service.workspace()
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  await sendItems(workspace, 20, full)
  const before = await versions(workspace)
  expect(await sendItems(workspace, 20, full)).toEqual({
    created: 0,
    updated: 20,
    priceChanges: 0,
    priceChangeId: null,
    unknownCustomers: ['nobody'],
  })
  expect(await versions(workspace)).toEqual(before)
})

test('a call that repeats what is there but for one row rewrites just that one', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 20)
  const places = async () =>
    new Set((await versions(workspace))[0]!.rows.map((row) => JSON.stringify({ ...row, xmax: 0 })))
  const before = await places()
  await sendItems(workspace, 20, (i) => (i === 7 ? { name: 'Renamed' } : {}))
  expect((await places()).intersection(before).size).toBe(19)
})

test('a call that repeats what is there is refused where the draft it names is none any more', async () => {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { A: [100, 120] })
  await publishPriceChange(workspace.context, { id })
  const again = { products: [item({ sku: 'A', name: 'A', listPrice: 120 })], priceChangeId: id }
  const { status, body } = await workspace.put('/products', again)
  expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'invalid_request' })
})

test('a call that repeats what is there among others that change the same products leaves them as one of the calls has them, all', async () => {
  const workspace = await service.workspace()
  const editions = ['A', 'B'].map((name) => items(30, () => ({ name, brand: name, description: name })))
  await send(workspace, editions[0]!)
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 8 }, (_, i) => send(workspace, editions[i % 2]!)))
    const { data } = (await workspace.get('/products')).body
    const seen = new Set(data.map((row: Record<string, string>) => [row['name'], row['description']].join()))
    expect([...seen]).toHaveLength(1)
  }
})

test('what a call leaves out is kept as the call before it has set it, however close they are', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 20)
  for (let round = 0; round < 20; round++) {
    const leadTimeNote = `${round} weeks`
    const others = Array.from({ length: 4 }, (_, i) => items(20, () => ({ description: `Round ${round}.${i}` })))
    const calls = others.toSpliced(
      2,
      0,
      items(20, () => ({ leadTimeNote })),
    )
    await Promise.all(calls.map((rows) => send(workspace, rows)))
    const { data } = (await workspace.get('/products')).body
    expect(new Set(data.map((row: Record<string, string>) => row['leadTimeNote']))).toEqual(new Set([leadTimeNote]))
  }
})

test('a draft that several calls fill at once can be published meanwhile, whole, and takes nothing afterwards', async () => {
  const workspace = await service.workspace()
  const rows = items(40)
  await send(workspace, rows)
  const { priceChangeId: id } = await send(workspace, [item({ ...rows[0], listPrice: 1 })])
  const begun = Promise.withResolvers<void>()
  const fill = async (client: number) => {
    for (let price = 10; price < 500; price++) {
      const mine = rows.slice(client * 10, client * 10 + 10).map((row) => ({ ...row, listPrice: price }))
      const { status, body } = await workspace.put('/products', { products: mine, priceChangeId: id })
      if (status !== 200) return body.error.code
      if (price === 12) begun.resolve()
    }
    return 'never refused'
  }
  const publish = async () => {
    await begun.promise
    return publishPriceChange(workspace.context, { id })
  }
  const [published, ...ends] = await Promise.all([publish(), fill(0), fill(1), fill(2), fill(3)])
  expect(ends).toEqual(['invalid_request', 'invalid_request', 'invalid_request', 'invalid_request'])
  expect(published).toMatchObject({ lineCount: 40, skipped: 0 })
  const { lineCount, lines } = await preview(workspace, id, '?limit=100')
  expect({ lineCount, lines: lines.length }).toEqual({ lineCount: 40, lines: 40 })
  const { data } = (await workspace.get('/products')).body
  const prices = new Map(data.map(({ sku, price }: { sku: string; price: { list: number } }) => [sku, price.list]))
  expect(prices).toEqual(new Map(lines.map(({ sku, newPrice }: Record<string, unknown>) => [sku, newPrice])))
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createProduct, deleteProduct } from '../../server/src/catalogue/product-writes.ts'
import { mergeGroups, renameGroup } from '../../server/src/catalogue/groups/write-groups.ts'
import { updateProduct } from '../../server/src/catalogue/edit-product.ts'
import { upsertProducts } from '../../server/src/catalogue/upsert-products.ts'
import { publishPriceChange } from '../../server/src/pricing/price-changes/publish-price-change.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { changed, sendLater } from '../given/changes.ts'
import { done, item, items, send, sendItems } from '../given/given.ts'

const service = useService()

/** The service's own times of changes, which have to be those that it shows. */
async function expectTimesAlike({ id, context }: TestWorkspace): Promise<void> {
  const products = await context.db
    .selectFrom('product as p')
    .leftJoin('product_change as c', (join) =>
      join.onRef('c.workspace_id', '=', 'p.workspace_id').onRef('c.product_id', '=', 'p.id'),
    )
    .select('p.sku')
    .where('p.workspace_id', '=', id)
    .where(
      sql<boolean>`date_trunc('milliseconds', c.changed_at) is distinct from date_trunc('milliseconds', p.updated_at)`,
    )
    .execute()
  expect(products).toEqual([])
  const { rows } = await sql`
    select product_id from product_change c
    where workspace_id = ${id} and not exists (
      select from product p where p.workspace_id = ${id} and p.id = c.product_id)`.execute(context.db)
  expect(rows).toEqual([])
}

test('a change is whatever is shown of a product, and its published list price', async () => {
  const workspace = await service.workspace()
  // As the operator's, whose clock goes on.
  let ticks = 0
  const context = { ...workspace.context, clock: () => new Date(service.time.now.getTime() + ticks++) }
  await sendItems(workspace, 3, (i) => ({ sku: `P-${i}`, brand: i === 2 ? 'From' : 'Into', listPrice: 100 }))
  const { priceChangeId } = await send(workspace, [
    item({ sku: 'P-0', brand: 'Into', listPrice: 200 }),
    item({ sku: 'P-1', brand: 'Into', listPrice: 100 }),
  ])
  const steps: [string, () => Promise<unknown>, string[]][] = [
    ['nothing new', () => send(workspace, [item({ sku: 'P-1', brand: 'Into', listPrice: 100 })]), []],
    [
      'a price in a draft',
      () => send(workspace, [item({ sku: 'P-1', brand: 'Into', listPrice: 7 })], priceChangeId),
      [],
    ],
    [
      'its lead time',
      () => send(workspace, [item({ sku: 'P-1', brand: 'Into', listPrice: 100, leadTimeNote: '2 days' })]),
      ['P-1'],
    ],
    ['what staff set', () => updateProduct(context, { sku: 'P-0', minOrderQty: 6 }), ['P-0']],
    ['the same again', () => updateProduct(context, { sku: 'P-0', minOrderQty: 6 }), []],
    ['that it is there', () => createProduct(context, { sku: 'NEW', name: 'New', unitLabel: 'each' }), ['NEW']],
    ['another name of its brand', () => renameGroup(context, { grouping: 'brand', name: 'From', to: 'Old' }), []],
    ['another brand', () => mergeGroups(context, { grouping: 'brand', name: 'Old', to: 'Into' }), ['P-2']],
    ['a published price', () => publishPriceChange(context, { id: priceChangeId }), ['P-0', 'P-1']],
    ['that another one is gone', () => deleteProduct(context, { sku: 'NEW' }), []],
  ]
  for (const [what, step, expected] of steps) {
    const since = service.later()
    await step()
    expect([what, ...(await changed(workspace, since)).toSorted()]).toEqual([what, ...expected])
    await expectTimesAlike(workspace)
  }
})

test('a change is never noted with an earlier time than one that was seen, however late it is committed', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 3, (i) => ({ sku: `P-${i}`, brand: 'From', listPrice: 100 }))
  await sendItems(workspace, 1, () => ({ sku: 'P-9', brand: 'Into', listPrice: 100 }))
  const { priceChangeId } = await send(workspace, [item({ sku: 'P-1', brand: 'From', listPrice: 200 })])
  // Requests that came in before what is seen, and are done only now.
  const early = new Date(service.later())
  const slow = { ...workspace.context, clock: () => early }
  const seen = await sendLater(service, workspace, 'SEEN')
  const late: [string, () => Promise<unknown>][] = [
    [
      'P-0',
      () => upsertProducts(slow, { products: [item({ sku: 'P-0', name: 'Late', brand: 'From', listPrice: 100 })] }),
    ],
    ['NEW', () => upsertProducts(slow, { products: [item({ sku: 'NEW' })] })],
    ['P-1', () => publishPriceChange(slow, { id: priceChangeId })],
    ['P-2', () => updateProduct(slow, { sku: 'P-2', minOrderQty: 4 })],
  ]
  const expected = ['SEEN']
  for (const [sku, write] of late) {
    await write()
    expected.push(sku)
    expect((await changed(workspace, seen)).toSorted()).toEqual(expected.toSorted())
    await expectTimesAlike(workspace)
  }
  await mergeGroups(slow, { grouping: 'brand', name: 'From', to: 'Into' })
  expect(await changed(workspace, seen)).not.toContain('P-9')
  const answer = await done(workspace.get(`/products?updatedSince=${seen}`))
  expect(answer.map(({ updatedAt }: { updatedAt: string }) => updatedAt)).toEqual(Array(5).fill(seen))
  await expectTimesAlike(workspace)
})

test('a change is seen by who follows by the latest time, while others write', async () => {
  const workspace = await service.workspace()
  const writes = Array.from({ length: 40 }, (_, i) => async () => {
    const clock = new Date(service.time.now.getTime() + (i % 7) * 1_000)
    await upsertProducts(
      { ...workspace.context, clock: () => clock },
      { products: items(2, (j) => ({ sku: `W-${i}-${j}` })) },
    )
  })
  service.later()
  let since = '1970-01-01T00:00:00Z'
  const lanes = { writing: 4 }
  const met = new Set<string>()
  const follow = async () => {
    let latest = since
    for (let offset: number | null = 0; offset !== null;) {
      const { body } = await workspace.get(`/products?updatedSince=${since}&limit=7&offset=${offset}`)
      for (const { sku } of body.data) met.add(sku)
      latest = body.data.at(-1)?.updatedAt ?? latest
      offset = body.nextOffset
    }
    since = latest
  }
  const writers = [0, 1, 2, 3].map(async (lane) => {
    for (let i = lane; i < writes.length; i += 4) await writes[i]!()
    lanes.writing--
  })
  do await follow()
  while (lanes.writing > 0)
  await Promise.all(writers)
  await follow()
  expect(met.size).toBe(80)
})

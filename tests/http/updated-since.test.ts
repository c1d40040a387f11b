import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createProduct } from '../../server/src/catalogue/create-product.ts'
import { deleteProduct } from '../../server/src/catalogue/delete-product.ts'
import { mergeGroups } from '../../server/src/catalogue/merge-groups.ts'
import { renameGroup } from '../../server/src/catalogue/rename-group.ts'
import { updateProduct } from '../../server/src/catalogue/update-product.ts'
import { upsertProducts } from '../../server/src/catalogue/upsert-products.ts'
import { publishPriceChange } from '../../server/src/pricing/publish-price-change.ts'
import { useService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'
import { expectDone, givenCustomer, idOf, item, items, refusal, send, skus } from './given.ts'

const service = useService()

/** Moves the clock on, and returns the time then, as the API writes it. */
function later(ms = 60_000): string {
  service.time.now = new Date(service.time.now.getTime() + ms)
  return service.time.now.toISOString()
}

/** What a list of changes shows, in its order. */
async function changed(workspace: TestWorkspace, since: string, query = ''): Promise<string[]> {
  return skus(workspace, `updatedSince=${encodeURIComponent(since)}${query}`)
}

async function sendAt(workspace: TestWorkspace, ...sent: string[]): Promise<string> {
  const at = later()
  await send(
    workspace,
    sent.map((sku) => item({ sku, name: `Named ${at}` })),
  )
  return at
}

/** The service's own times of changes, which have to be those that it shows. */
async function expectTimesAlike({ id, context }: TestWorkspace): Promise<void> {
  const products = await context.db
    .selectFrom('product as p')
    .leftJoin('product_change as c', (join) =>
      join.onRef('c.workspace_id', '=', 'p.workspace_id').onRef('c.product_id', '=', 'p.id'),
    )
    .select('p.sku')
    .where('p.workspace_id', '=', id)
    .where(sql<boolean>`c.changed_at is distinct from p.updated_at`)
    .execute()
  expect(products).toEqual([])
}

describe('products changed since a time', () => {
  test('are those changed at it or later, by that time and then by id', async () => {
    const workspace = await service.workspace()
    const first = await sendAt(workspace, 'C', 'A')
    const second = await sendAt(workspace, 'B')
    const third = await sendAt(workspace, 'C')
    expect(await changed(workspace, first)).toEqual(['A', 'B', 'C'])
    expect(await changed(workspace, second)).toEqual(['B', 'C'])
    expect(await changed(workspace, third)).toEqual(['C'])
    expect(await changed(workspace, new Date(Date.parse(third) + 1).toISOString())).toEqual([])

    await sendAt(workspace, 'D1', 'D2', 'D3', 'D4')
    const { body } = await workspace.get(`/products?updatedSince=${third}`)
    const shown = body.data.map(({ updatedAt, id }: Record<string, string>) => `${updatedAt} ${id}`)
    expect(shown).toHaveLength(5)
    expect(shown).toEqual(shown.toSorted())
  })

  test('are found by any spelling of the time', async () => {
    const workspace = await service.workspace()
    await sendAt(workspace, 'A')
    service.time.now = new Date('2027-03-02T09:30:00.250Z')
    await send(workspace, [item({ sku: 'B' })])
    for (const since of ['2027-03-02T10:30:00.25+01:00', '2027-03-02T09:30:00.250Z', ' 2027-03-02T09:30:00Z ']) {
      expect(await changed(workspace, since)).toEqual(['B'])
    }
    for (const since of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '1969-12-31T23:59:59Z']) {
      expect(await changed(workspace, since)).toEqual(['A', 'B'])
    }
    expect(await changed(workspace, '9999-12-31T23:59:59-14:00')).toEqual([])
    // A blank one counts as left out: then the list is by name.
    expect(await changed(workspace, '')).toEqual(['B', 'A'])
  })

  test.each(['yesterday', '2027-03-02', '2027-03-02T09:30:00', '2027-13-02T09:30:00Z', '1772443800000', 'null'])(
    'cannot be asked for by %s',
    async (since) => {
      const workspace = await service.workspace()
      const answer = await workspace.get(`/products?updatedSince=${since}`)
      expect(answer).toEqual(refusal(400, 'validation_error'))
      expect(answer.body.error.issues).toEqual([
        { path: 'updatedSince', message: expect.stringContaining('2026-12-01T06:00:00Z') },
      ])
    },
  )

  test('are met once each in a walk, also where thousands have one time', async () => {
    const workspace = await service.workspace()
    const since = later()
    for (let from = 0; from < 300; from += 100) await send(workspace, items(400).slice(from, from + 100))
    const [second, all] = [later(), items(400)]
    await send(workspace, all.slice(300))
    const expected = await workspace.context.db
      .selectFrom('product')
      .select('sku')
      .where('workspace_id', '=', workspace.id)
      .orderBy('updated_at')
      .orderBy('id')
      .execute()
    for (const limit of [50, 37, 7]) {
      const found: string[] = []
      for (let offset: number | null = 0; offset !== null;) {
        const { body } = await workspace.get(`/products?updatedSince=${since}&limit=${limit}&offset=${offset}`)
        found.push(...body.data.map(({ sku }: { sku: string }) => sku))
        offset = body.nextOffset
      }
      expect(found).toEqual(expected.map(({ sku }) => sku))
    }
    // Far into the list at once, in a state that nobody has walked through.
    await send(workspace, [item({ sku: 'NEW' })])
    expect(await changed(workspace, since, '&offset=390&limit=5')).toEqual(expected.slice(390, 395).map((p) => p.sku))
    expect(await changed(workspace, second, '&offset=99&limit=5')).toEqual([expected[399]!.sku, 'NEW'])
    expect(await changed(workspace, since, '&offset=4000')).toEqual([])
  })

  test('combine with the other filters, and with a customer', async () => {
    const workspace = await service.workspace()
    await givenCustomer(workspace, { accountCode: 'QUAY' })
    await givenCustomer(workspace, { accountCode: 'PIER' })
    await send(workspace, [item({ sku: 'OLD', brand: 'Hollin', onlyFor: ['QUAY'] })])
    const since = later()
    await send(workspace, [
      item({ sku: 'A', brand: 'Hollin', availability: 'in_stock' }),
      item({ sku: 'B', brand: 'Hollin', onlyFor: ['QUAY'] }),
      item({ sku: 'C', category: 'Cups', name: 'Bone cup' }),
    ])
    const brand = await idOf(workspace, 'brands', 'Hollin')
    const shown = async (query: string) => (await changed(workspace, since, query)).toSorted()
    expect(await shown(`&brand=${brand}`)).toEqual(['A', 'B'])
    expect(await changed(workspace, since, `&brand=${brand}&availability=in_stock`)).toEqual(['A'])
    expect(await shown('&customer=QUAY')).toEqual(['A', 'B', 'C'])
    expect(await shown('&customer=PIER')).toEqual(['A', 'C'])
    expect(await changed(workspace, since, `&customer=PIER&brand=${brand}&offset=1`)).toEqual([])
    expect(await workspace.get(`/products?updatedSince=${since}&customer=NOBODY`)).toEqual(refusal(404, 'not_found'))
  })

  test('are left in the order of a search, where there is one', async () => {
    const workspace = await service.workspace()
    await send(workspace, [item({ sku: 'CUP-1', name: 'Old cup' })])
    const since = later()
    await send(workspace, [item({ sku: 'Z', name: 'A cup' }), item({ sku: 'CUP-9', name: 'Z cup' })])
    await sendAt(workspace, 'Y')
    await send(workspace, [item({ sku: 'Y', name: 'Cup and saucer' })])
    expect(await changed(workspace, since, '&q=cup')).toEqual(['CUP-9', 'Y', 'Z'])
  })

  test('are those of the workspace alone', async () => {
    const [mine, theirs] = [await service.workspace(), await service.workspace()]
    const since = await sendAt(mine, 'A')
    await sendAt(theirs, 'B')
    expect(await changed(mine, since)).toEqual(['A'])
    expect(await changed(theirs, since)).toEqual(['B'])
  })
})

describe('a change is', () => {
  test('whatever is shown of a product, and its published list price', async () => {
    const workspace = await service.workspace()
    const { context } = workspace
    await send(
      workspace,
      items(3, (i) => ({ sku: `P-${i}`, brand: i === 2 ? 'From' : 'Into', listPrice: 100 })),
    )
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
      const since = later()
      await step()
      expect((await changed(workspace, since)).toSorted(), what).toEqual(expected)
      await expectTimesAlike(workspace)
    }
  })

  test('never noted with an earlier time than one that was seen, however late it is committed', async () => {
    const workspace = await service.workspace()
    await send(
      workspace,
      items(3, (i) => ({ sku: `P-${i}`, brand: 'From', listPrice: 100 })),
    )
    await send(
      workspace,
      items(1, () => ({ sku: 'P-9', brand: 'Into', listPrice: 100 })),
    )
    const { priceChangeId } = await send(workspace, [item({ sku: 'P-1', brand: 'From', listPrice: 200 })])
    // Requests that came in before what is seen, and are done only now.
    const early = new Date(later())
    const slow = { ...workspace.context, clock: () => early }
    const seen = await sendAt(workspace, 'SEEN')
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
      expect((await changed(workspace, seen)).toSorted(), sku).toEqual(expected.toSorted())
      await expectTimesAlike(workspace)
    }
    await mergeGroups(slow, { grouping: 'brand', name: 'From', to: 'Into' })
    expect(await changed(workspace, seen)).not.toContain('P-9')
    const answer = await workspace.get(`/products?updatedSince=${seen}`)
    expectDone(answer)
    expect(answer.body.data.map(({ updatedAt }: { updatedAt: string }) => updatedAt)).toEqual(Array(5).fill(seen))
    await expectTimesAlike(workspace)
  })

  test('seen by who follows by the latest time, while others write', async () => {
    const workspace = await service.workspace()
    const writes = Array.from({ length: 40 }, (_, i) => async () => {
      const clock = new Date(service.time.now.getTime() + (i % 7) * 1_000)
      await upsertProducts(
        { ...workspace.context, clock: () => clock },
        { products: items(2, (j) => ({ sku: `W-${i}-${j}` })) },
      )
    })
    later()
    let [since, done] = ['1970-01-01T00:00:00Z', false]
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
    const following = (async () => {
      while (!done) await follow()
    })()
    await Promise.all(
      [0, 1, 2, 3].map(async (lane) => {
        for (let i = lane; i < writes.length; i += 4) await writes[i]!()
      }),
    )
    done = true
    await following
    await follow()
    expect(met.size).toBe(80)
  })
})

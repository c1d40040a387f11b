import { beforeAll, expect, test } from 'vitest'
import { items, send, skus } from '../given/given.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'

const service = useService()
/** More than a search collects at once. */
const COUNT = 3_500

let workspace: TestWorkspace

/**
 * In the order of their names: all are "steel", half of them "plate" and the others "template"; every second says
 * "coated" in its description, the last ten in their name; the references of all begin with MF; three in four SKUs
 * begin with AX; one in five is made to order.
 */
const all = items(COUNT, (i) => ({
  sku: `${i % 4 === 0 ? 'BX' : 'AX'}-${String(COUNT - i).padStart(5, '0')}`,
  name: `Item ${String(i).padStart(5, '0')} steel ${i % 4 < 2 ? 'plate' : 'template'}${i >= COUNT - 10 ? ' coated' : ''}`,
  description: i % 2 === 0 ? 'Coated on both sides' : undefined,
  manufacturerRef: `MF${i}`,
  availability: i % 5 === 0 ? 'made_to_order' : 'in_stock',
})) as { sku: string; name: string; description?: string; availability?: string }[]

beforeAll(async () => {
  workspace = await service.workspace()
  for (let from = 0; from < COUNT; from += 100) await send(workspace, all.slice(from, from + 100))
}, 120_000)

const bySku = (products: typeof all) => products.map(({ sku }) => sku).toSorted()
const byName = (products: typeof all) => products.map(({ sku }) => sku)

const named = all.filter(({ name }) => name.includes('coated'))
const plates = all.filter(({ name }) => name.includes(' plate'))
const described = all.filter((product) => product.description !== undefined && !named.includes(product))

test.each([
  ['a word of all names', 'steel', byName(all)],
  ['a word that few names have, and many descriptions', 'coated', byName([...named, ...described])],
  ['two words', 'steel coa', byName([...named, ...described])],
  ['a word of half of the names, which ends a word of the others', 'plate', byName(plates)],
  ['the same two words', 'plat steel', byName(plates)],
  ['the beginning of most SKUs', 'ax', bySku(all.filter(({ sku }) => sku.startsWith('AX')))],
  ['the beginning of all references', 'mf', bySku(all)],
  ['the beginning of all names', 'item', byName(all)],
  ['a word of one', 'steel 00042', byName([all[42]!])],
])('%s shows every product once, in order, however far the page', async (_, q, expected) => {
  const pages = [0, 0, 50, 475, 130, 399, 0, 940, 990, 870, 1_000, 1_733, expected.length - 7].filter(
    (offset) => offset >= 0,
  )
  for (const offset of pages) {
    expect(await skus(workspace, `q=${encodeURIComponent(q)}&offset=${offset}`), `offset ${offset}`).toEqual(
      expected.slice(offset, offset + 50),
    )
  }
})

test('of many that a search finds, a filter leaves the others out', async () => {
  const expected = byName(plates.filter(({ availability }) => availability === 'made_to_order'))
  for (const offset of [0, 50, 120, 300]) {
    const page = await skus(workspace, `q=plate&availability=made_to_order&offset=${offset}`)
    expect(page, `offset ${offset}`).toEqual(expected.slice(offset, offset + 50))
  }
})

test.each(['plate', 'coated', 'ax', 'mf'])('a walk through all that "%s" finds meets each product once', async (q) => {
  const found: string[] = []
  for (let offset: number | null = 0; offset !== null;) {
    const { body } = await workspace.get(`/products?q=${q}&limit=47&offset=${offset}&walk=1`)
    found.push(...body.data.map(({ sku }: { sku: string }) => sku))
    offset = body.nextOffset
  }
  const ax = bySku(all.filter(({ sku }) => sku.startsWith('AX')))
  const expected = { plate: byName(plates), coated: byName([...named, ...described]), mf: bySku(all), ax }
  expect(found).toEqual(expected[q as 'ax'])
})

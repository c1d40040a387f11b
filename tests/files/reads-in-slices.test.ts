import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { forecastNewPrices, matchesPriced } from '../../server/src/catalogue/bulk/new-prices.ts'
import { listProducts } from '../../server/src/catalogue/list-products.ts'
import { commonDetails, productsToExport } from '../../server/src/catalogue/products-to-export.ts'
import { matching, countProducts, listStaffProducts } from '../../server/src/catalogue/staff-list.ts'
import type { StaffFilter } from '../../server/src/catalogue/staff-list.ts'
import type { WorkspaceContext } from '../../server/src/context.ts'
import { changeInBp } from '../../server/src/shared/read-price.ts'
import { reprice } from '../../server/src/shared/reprice.ts'
import { useOwnService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { fillLarge, PRODUCTS } from '../given/large-catalogue.ts'
import type { LargeCatalogue } from '../given/large-catalogue.ts'

const service = useOwnService()

let workspace: TestWorkspace
let context: WorkspaceContext
let large: LargeCatalogue

beforeAll(async () => {
  workspace = await service.workspace()
  context = workspace.context
  large = await fillLarge(context)
}, 120_000)

const repricing = { changeBp: 300, round: { step: 5 } }
const LETTERS = 'p s o w c b'

async function all<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const found: T[] = []
  for await (const rows of pages) found.push(...rows)
  return found
}

const FILTERS: StaffFilter[] = [
  {},
  { active: true },
  { active: false, availability: 'low_stock' },
  { withoutPrice: true },
  { visibility: 'selected' },
  { q: 'professional' },
  { q: 'PL-11' },
  { q: `${LETTERS} zzz` },
]
const filters = () => [...FILTERS, { brand: large.brand }, { brand: large.brand, q: 'steel', active: true }]

describe('what is read in slices is what one statement reads', () => {
  test('counts', async () => {
    for (const filter of filters()) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from product p where ${matching(workspace.id, filter)}`.execute(context.db)
      expect({ filter, count: await countProducts(context, filter) }).toEqual({ filter, count: Number(rows[0]!.count) })
    }
  })

  test.each([
    ['brand', 'asc', sql`(select name from brand where workspace_id = p.workspace_id and id = p.brand_id) nulls last`],
    ['listPrice', 'desc', sql`p.list_price desc nulls last`],
    ['active', 'desc', sql`p.active desc`],
    ['availability', 'asc', sql`p.availability`],
    ['name', 'desc', sql`p.name desc`],
    ['sku', 'asc', sql`p.sku_key`],
  ] as const)('a list by %s, %s', async (sort, direction, order) => {
    for (const filter of filters()) {
      const { rows } = await sql<{ id: string }>`
        select p.id from product p where ${matching(workspace.id, filter)}
        order by ${order}, p.name ${sql.raw(direction)}, p.id ${sql.raw(direction)}`.execute(context.db)
      for (const offset of [0, Math.floor(rows.length / 2), rows.length - 10]) {
        const listed = await listStaffProducts(context, {
          ...filter,
          sort,
          direction,
          limit: 50,
          offset: Math.max(0, offset),
        })
        const expected = rows.slice(Math.max(0, offset), Math.max(0, offset) + 50)
        expect(
          listed.map(({ id }) => id),
          `${JSON.stringify(filter)} ${offset}`,
        ).toEqual(expected.map(({ id }) => id))
      }
    }
  })

  test('forecasts', async () => {
    for (const products of [{}, { brand: large.brand, minPrice: 500 }, { q: 'outdoor', maxPrice: 900 }]) {
      const { rows } = await sql<{ sku: string; name: string; price: number | null }>`
        select p.sku, p.name, p.list_price as price from product p
        where ${matchesPriced(workspace.id, products)}
        order by p.sku_key`.execute(context.db)
      const priced = rows.flatMap(({ sku, name, price }) =>
        price === null
          ? []
          : [{ sku, name, currentPrice: Number(price), newPrice: reprice(Number(price), repricing)! }],
      )
      const changed = priced.filter(({ currentPrice, newPrice }) => currentPrice !== newPrice)
      const changes = changed.map(({ currentPrice, newPrice }) => changeInBp(currentPrice, newPrice) ?? 0)
      expect(await forecastNewPrices(context, { products, repricing })).toEqual({
        matching: rows.length,
        withoutPrice: rows.length - priced.length,
        unchanged: priced.length - changed.length,
        tooHigh: 0,
        lines: changed.length,
        largestRiseBp: Math.max(0, ...changes) || null,
        largestDropBp: Math.min(0, ...changes) || null,
        examples: changed.slice(0, 5),
      })
    }
  })

  test('exports, and the names of details', async () => {
    for (const filter of filters()) {
      const { rows } = await sql<{ sku: string }>`
        select p.sku from product p where ${matching(workspace.id, filter)} order by p.sku_key`.execute(context.db)
      const exported = await all(productsToExport(context, filter))
      expect(exported.map(({ sku }) => sku)).toEqual(rows.map(({ sku }) => sku))
    }
    const names = Array.from({ length: 7 }, (_, i) => `Finish ${i}`)
    expect(await commonDetails(context, {}, 200)).toEqual({ names, hasOthers: false })
  })

  test('the far pages of a search', async () => {
    const query = { q: 'steel', active: true }
    const pages: string[] = []
    for (let offset = 0; offset < PRODUCTS; offset += 1_999) {
      pages.push(...(await listProducts(context, { ...query, limit: 50, offset })).map((json) => JSON.parse(json).id))
    }
    const { rows } = await sql<{ id: string }>`
      select id from product where workspace_id = ${workspace.id} and active order by name_folded, id`.execute(
      context.db,
    )
    const expected = Array.from({ length: Math.ceil(PRODUCTS / 1_999) }, (_, i) =>
      rows.slice(i * 1_999, i * 1_999 + 50),
    )
    expect(pages).toEqual(expected.flat().map(({ id }) => id))
  })
})

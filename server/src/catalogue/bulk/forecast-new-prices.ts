import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { textArray } from '../../database/rowset.ts'
import { reprice } from '../../shared/reprice.ts'
import { pack, unpack } from '../../database/paging/index.ts'
import type { Packed } from '../../database/paging/index.ts'
import { previewOf } from '../../pricing/impact/price-moves.ts'
import { bySku } from '../../pricing/impact/products.ts'
import type { NewPrices } from './draft-new-prices.ts'
import { isPossible } from '../list-products.ts'
import { matchesPriced } from '../search/matching-products.ts'
import { productsInSlices } from '../products-in-slices.ts'

/** Examples in a forecast. */
const EXAMPLES = 5

/** What new prices for a filter would be. Prices in minor units. */
export type Forecast = {
  /** All products that match, with these among them. */
  matching: number
  withoutPrice: number
  unchanged: number
  /** The new price would be above the highest price. */
  tooHigh: number
  /** Lines in the draft. */
  lines: number
  /** The first ones by SKU. */
  examples: { sku: string; name: string; currentPrice: number; newPrice: number }[]
}

type Example = { skuKey: string; currentPrice: number; newPrice: number }

/** What `draftNewPrices` would do. Products are read in slices. */
export function forecastNewPrices(context: WorkspaceContext, input: NewPrices): Promise<Forecast> {
  return previewOf(context, ['new prices', input], () => forecast(context, input))
}

async function forecast(context: WorkspaceContext, { products, repricing }: NewPrices): Promise<Forecast> {
  const counts = { matching: 0, withoutPrice: 0, unchanged: 0, tooHigh: 0, lines: 0 }
  let examples: Example[] = []
  for await (const rows of matchingInSlices(context, products)) {
    counts.matching += rows.length
    for (const { skuKey, price } of rows) {
      const newPrice = price === '' ? null : reprice(Number(price), repricing)
      if (price === '') counts.withoutPrice++
      else if (newPrice === null) counts.tooHigh++
      else if (newPrice === Number(price)) counts.unchanged++
      else {
        counts.lines++
        examples = withFirst(examples, { skuKey, currentPrice: Number(price), newPrice })
      }
    }
  }
  return { ...counts, examples: await withNames(context, examples) }
}

/** The key as JSON: it may have any character. */
const COLUMNS = { skuKey: sql`to_json(p.sku_key)`, price: sql`p.list_price` }
type Column = keyof typeof COLUMNS

async function* matchingInSlices(context: WorkspaceContext, filter: NewPrices['products']) {
  if (!isPossible(filter)) return
  for await (const slice of productsInSlices(context, filter)) {
    const { rows } = await sql<Packed<Column>>`
      select ${pack(COLUMNS)} from ${slice} p where ${matchesPriced(context.workspaceId, filter)}`.execute(context.db)
    yield unpack<Column>(COLUMNS, rows[0]!)
  }
}

function withFirst(examples: Example[], example: Example): Example[] {
  const isOneOfThem = examples.length < EXAMPLES || bySku(example, examples.at(-1)!) < 0
  return isOneOfThem ? [...examples, example].toSorted(bySku).slice(0, EXAMPLES) : examples
}

async function withNames({ db, workspaceId }: WorkspaceContext, examples: Example[]): Promise<Forecast['examples']> {
  const keys = textArray(examples.map(({ skuKey }) => JSON.parse(skuKey)))
  const { rows } = await sql<{ skuKey: string; sku: string; name: string }>`
    select sku_key as "skuKey", sku, name from product
    where workspace_id = ${workspaceId} and sku_key = any(${keys})`.execute(db)
  const products = new Map(rows.map(({ skuKey, sku, name }) => [skuKey, { sku, name }]))
  return examples.flatMap(({ skuKey, ...prices }) => {
    const product = products.get(JSON.parse(skuKey))
    return product ? [{ ...product, ...prices }] : []
  })
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { findCustomer } from '../../customers/find-customer.ts'
import type { Row } from '../../database/tables.ts'
import type { PriceChangeLine } from './impact-of-change.ts'
import { atOneState, orderCache, OrderByNumber, pack, SLICE_ROWS, slices, unpack } from '../../database/paging/index.ts'
import type { IdOrder, Packed } from '../../database/paging/index.ts'
import { readTerms, termsOn } from '../customer-terms.ts'
import type { PricedProduct, TermsOfCustomer } from '../customer-terms.ts'
import { priceOf } from '../evaluate-price.ts'
import { linesOfProducts, momentOf, productsByIds, linesInSlices } from './price-change-basis.ts'
import { readPriceChange } from './list-price-changes.ts'
import { SLIP } from '../../shared/price-impact.ts'
import { matchesLine } from './edit-lines.ts'
import type { LineFilter } from './edit-lines.ts'

type LineRow = PriceChangeLine & PricedProduct

/**
 * A page of the lines that match, with their number. With a customer, each line has the prices of one unit for it
 * before and after. Throws NotFound for the change or the customer.
 */
export async function listLines(
  context: WorkspaceContext,
  input: SortedFilter & { id: string; customer?: string | undefined; limit: number; offset: number },
) {
  const { result } = await atOneState(context, async () => {
    const change = await readPriceChange(context, input.id)
    const customer = input.customer === undefined ? undefined : await findCustomer(context, input.customer)
    const order = await lineOrder(context, change, input)
    const rows = await readRows(context, change, order.page(input.offset, input.limit))
    const at = momentOf(change, context.clock())
    const terms = customer && rows.length > 0 ? await readTerms(context, customer.id, rows) : null
    const lines = rows.map((row) => {
      const { productId, sku, name, currentPrice, newPrice, changeBp } = row
      const line = { productId, sku, name, currentPrice, newPrice, changeBp }
      return terms ? { ...line, ...pricesOf(line, row, terms, at) } : line
    })
    return { lines, total: order.total }
  })
  return result
}

async function readRows(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  ids: readonly string[],
): Promise<LineRow[]> {
  if (ids.length === 0) return []
  const { db, workspaceId } = context
  const products = productsByIds(workspaceId, ids)
  const { rows } = await sql<LineRow>`
    select l.product_id as "productId", l.sku, l.name, l.before as "currentPrice", l.after as "newPrice",
      l.change_bp as "changeBp", l.product_id as id, l.brand_id as "brandId", l.category_id as "categoryId"
    from (${linesOfProducts(context, change, products)}) l`.execute(db)
  return rows
}

function pricesOf(
  { currentPrice, newPrice }: PriceChangeLine,
  product: PricedProduct,
  terms: TermsOfCustomer,
  at: Date,
) {
  const onProduct = termsOn(product, terms)
  const unit = (listPrice: number | null) => priceOf(listPrice, onProduct, 1, at).unit
  return { customerBefore: unit(currentPrice), customerAfter: unit(newPrice) }
}

export const LINE_SORTS = ['sku', 'look', 'name', 'currentPrice', 'newPrice', 'change', 'size'] as const

/**
 * `look` is by SKU with what looks wrong first, as `looksWrong` has it. `size` is the change without its sign: the
 * largest change, up or down, is last.
 */
type LineSort = (typeof LINE_SORTS)[number]

type SortedFilter = LineFilter & { sort: LineSort; descending: boolean }

const SORT_KEY: Record<LineSort, RawBuilder<unknown>> = {
  sku: sql`0`,
  look: sql`case when before > 0 and (after >= ${sql.lit(SLIP)} * before or ${sql.lit(SLIP)} * after <= before) then 0 else 1 end`,
  name: sql`to_json(name)`,
  currentPrice: sql`before`,
  newPrice: sql`after`,
  change: sql`change_bp`,
  size: sql`abs(change_bp)`,
}

/** A short draft is a single slice, also where it has a few lines more than it says. */
const AT_ONCE = 2 * SLICE_ROWS

const orders = orderCache()

/**
 * The order of the lines that match: by the column, without a comparable price last, then by SKU. A grid scrolls
 * through it window by window, so it is cached by the state of the workspace. A long draft is read in slices, along an
 * index of products.
 */
function lineOrder(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  { q, show, bar, sort, descending }: SortedFilter,
): Promise<IdOrder> {
  const filter = { q, show, bar }
  return orders.read(context, JSON.stringify([change.id, filter, sort, descending]), async () => {
    const order = new OrderByNumber()
    if (sort === 'name') for await (const { id, run } of byName(context, change, filter)) order.add(id, run)
    else
      for await (const { id, key } of bySku(context, change, filter, sort))
        order.add(id, key === '' ? null : Number(key))
    if (sort === 'sku' || sort === 'look') return order.order({ ties: descending ? 'reversed' : 'kept' })
    return order.order({ descending })
  })
}

/** Texts are JSON: they may have any character. */
type Column = 'id' | 'key' | 'skuKey'

/** The lines that match, in the order of SKUs. */
function bySku(context: WorkspaceContext, change: Row<'price_change'>, filter: LineFilter, sort: LineSort) {
  return readLines(context, change, { filter, key: SORT_KEY[sort], along: { sku_key: 'text' }, order: sql`sku_key` })
}

/** The lines that match in the order of names, then of SKUs. Lines of the same name have the same number. */
async function* byName(context: WorkspaceContext, change: Row<'price_change'>, filter: LineFilter) {
  const along = { name: 'text', id: 'uuid' } as const
  const order = sql`name, product_id`
  let run = 0
  let same: Record<Column, string>[] = []
  for await (const line of readLines(context, change, { filter, key: SORT_KEY.name, along, order })) {
    if (same.length > 0 && same[0]!.key !== line.key) {
      for (const { id } of same.toSorted(bySkuKey)) yield { id, run }
      run++
      same = []
    }
    same.push(line)
  }
  for (const { id } of same.toSorted(bySkuKey)) yield { id, run }
}

/** Byte by byte, as the database orders keys. */
function bySkuKey(a: Record<Column, string>, b: Record<Column, string>): number {
  return Buffer.compare(Buffer.from(JSON.parse(a.skuKey)), Buffer.from(JSON.parse(b.skuKey)))
}

type How = {
  filter: LineFilter
  key: RawBuilder<unknown>
  /** Along which index of products a long draft is read, and the same order for a short one. */
  along: Parameters<typeof slices>[1]['by']
  order: RawBuilder<unknown>
}

async function* readLines(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  { filter, key, along, order }: How,
): AsyncGenerator<Record<Column, string>> {
  const columns = { id: sql`replace(product_id::text, '-', '')`, key, skuKey: sql`to_json(sku_key)` }
  for await (const lines of relations(context, change, along, order)) {
    const { rows } = await sql<Packed<Column>>`
      select ${pack(columns)} from (${lines}) l where ${matchesLine(filter)}`.execute(context.db)
    yield* unpack<Column>(columns, rows[0]!)
  }
}

async function* relations(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  by: How['along'],
  order: How['order'],
) {
  if (change.line_count <= SLICE_ROWS) {
    for await (const lines of linesInSlices(context, change, AT_ONCE)) yield sql`${lines} order by ${order} offset 0`
  } else {
    for await (const slice of slices(context, { table: 'product', by })) yield linesOfProducts(context, change, slice)
  }
}

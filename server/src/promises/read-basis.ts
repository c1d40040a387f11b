import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { indexHint } from '../database/index-hint.ts'
import { rowset, textArray } from '../database/rowset.ts'
import { customerTerms, termsOn } from '../pricing/customer-terms.ts'
import type { TermsOfCustomer } from '../pricing/customer-terms.ts'
import { productsAt } from '../pricing/priced-at.ts'
import type { PricedAt } from '../pricing/priced-at.ts'
import { visibleTo } from '../pricing/visible-to.ts'
import type { LineBasis, PromiseBasis } from './evaluate-promise.ts'
import type { PricePromise } from './price-promise.ts'
import { readScheduledPrices } from './scheduled-prices.ts'
import type { AssumedDraft } from './scheduled-prices.ts'

/** Lines of one statement: each is looked up with the terms on its product. */
const LINES = 500

/** Without `past`: the prices of now and later. */
export type BasisOptions = { past?: PricedAt | undefined; assumed?: AssumedDraft | undefined }

/** What the prices of promises follow from, in their order. It is read in slices. */
export async function* basesInSlices(
  context: WorkspaceContext,
  promises: readonly PricePromise[],
  options: BasisOptions = {},
): AsyncGenerator<{ promise: PricePromise; basis: PromiseBasis }[]> {
  for (const slice of slicesOf(promises)) yield await readSlice(context, slice, options)
}

/** The same at once. */
export async function readBases(
  context: WorkspaceContext,
  promises: readonly PricePromise[],
  options?: BasisOptions,
): Promise<PromiseBasis[]> {
  const bases: PromiseBasis[] = []
  for await (const slice of basesInSlices(context, promises, options)) bases.push(...slice.map(({ basis }) => basis))
  return bases
}

function* slicesOf(promises: readonly PricePromise[]): Generator<PricePromise[]> {
  let [slice, lines]: [PricePromise[], number] = [[], 0]
  for (const promise of promises) {
    if (lines > 0 && lines + promise.lines.length > LINES) {
      yield slice
      ;[slice, lines] = [[], 0]
    }
    slice.push(promise)
    lines += promise.lines.length
  }
  if (lines > 0) yield slice
}

type FoundProduct = {
  id: string
  customerId: string
  sku: string
  brandId: string | null
  categoryId: string | null
  listPrice: number | null
  visible: boolean
}

async function readSlice(context: WorkspaceContext, promises: readonly PricePromise[], options: BasisOptions) {
  const products = await readProducts(context, promises, options.past)
  const terms = await readTerms(context, products, options.past)
  const scheduled = options.past ? new Map() : await readScheduledPrices(context, products, options.assumed)
  const bases = new Map(
    products.map((product): [string, LineBasis] => {
      const { id, customerId, sku, listPrice, visible } = product
      const own = termsOn(product, terms.get(customerId)!)
      return [`${customerId} ${id}`, { sku, visible, listPrice, scheduled: scheduled.get(id) ?? [], terms: own }]
    }),
  )
  return promises.map((promise) => ({
    promise,
    basis: promise.lines.map(({ productId }) => bases.get(`${promise.customer.id} ${productId}`) ?? null),
  }))
}

/** The products of lines for their customers, each once. */
async function readProducts(
  { db, workspaceId }: WorkspaceContext,
  promises: readonly PricePromise[],
  past: PricedAt | undefined,
): Promise<FoundProduct[]> {
  const lines = promises.flatMap(({ customer, lines }) =>
    lines.map(({ productId }) => [customer.id, productId] as const),
  )
  const asked = [...new Map(lines.map((line) => [line.join(' '), line])).values()].map(([customer_id, product_id]) => ({
    customer_id,
    product_id,
  }))
  const found = sql`
    select p.id, p.sku, p.list_price, p.brand_id, p.category_id, p.created_at, p.updated_at,
      ${visibleTo(workspaceId, sql`asked.customer_id`)} as visible
    from product p where p.workspace_id = ${workspaceId} and ${indexHint({ 'p.id': sql`asked.product_id` })} limit 1`
  const { rows } = await sql<FoundProduct>`
    select p.id, asked.customer_id as "customerId", p.sku, p.list_price as "listPrice", p.brand_id as "brandId",
      p.category_id as "categoryId", p.visible
    from ${rowset(asked, 'customer_id uuid, product_id uuid', 'asked')} cross join lateral (
      ${past ? productsAt(workspaceId, past, { rows: found, columns: ['id', 'sku', 'visible'] }) : found}) p`.execute(
    db,
  )
  return rows
}

/** The terms of the customers for these products, by customer. */
async function readTerms(
  { db, workspaceId }: WorkspaceContext,
  products: readonly FoundProduct[],
  past: PricedAt | undefined,
): Promise<Map<string, TermsOfCustomer>> {
  const rows = products.map(({ id, customerId, brandId, categoryId }) => ({
    customer_id: customerId,
    id,
    brand_id: brandId,
    category_id: categoryId,
  }))
  const theirs = sql`(select id, brand_id, category_id from page where page.customer_id = c.id)`
  const { rows: found } = await sql<{ id: string; terms: TermsOfCustomer }>`
    with page as materialized (
      select * from ${rowset(rows, 'customer_id uuid, id uuid, brand_id uuid, category_id uuid')})
    select c.id, ${customerTerms(workspaceId, sql`c.id`, theirs, past?.at)} as terms
    from unnest(${textArray([...new Set(products.map(({ customerId }) => customerId))])}::uuid[]) c(id)`.execute(db)
  return new Map(found.map(({ id, terms }) => [id, terms]))
}

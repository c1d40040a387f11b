import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { audienceOf } from '../context.ts'
import type { WorkspaceContext } from '../context.ts'
import type { Database } from '../database/tables.ts'
import { customerParameters, CUSTOMER_COLUMNS, CUSTOMER_ID, requestedCustomer } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { rowset } from '../database/rowset.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { customerTerms } from '../pricing/customer-terms.ts'
import type { TermsOfCustomer } from '../pricing/customer-terms.ts'
import { pricedAt, productsAt } from '../pricing/priced-at.ts'
import type { PricedAt } from '../pricing/priced-at.ts'
import { pack, QueryBatcher, unpack } from '../database/paging/index.ts'
import type { Packed } from '../database/paging/index.ts'
import { productColumns } from './listed-product.ts'
import type { ListedProduct, ProductColumn } from './listed-product.ts'
import { visibleTo } from '../pricing/visible-to.ts'

/** One product, with the terms that its price for one customer depends on. */
export type ProductForCustomer = {
  product: ListedProduct
  /** Names. */
  brand: string | null
  category: string | null
  /** Null if the caller named no customer, or none was found. */
  customer: CustomerRef | null
  /** True if that customer can see the product. */
  visible: boolean
  terms: TermsOfCustomer | null
}

/** The column that identifies the product. */
type By = 'id' | 'sku_key'
type Asked = { product: string; customer: string | undefined }
type Shared = { db: Database; workspaceId: string; by: By; at: PricedAt | undefined }

const batchers = new WeakMap<Database, QueryBatcher<Shared, Asked, ProductForCustomer | undefined>>()

/**
 * The product with this id (a UUID) or SKU, with the terms of the customer; undefined if there is none. With a time:
 * its list price, brand and category, and the terms, of that time. Throws InvalidInput where these are not known.
 */
export async function productForCustomer(
  context: WorkspaceContext,
  named: { id: string } | { sku: string },
  { customer, at: time }: { customer: string | undefined; at?: Date | undefined },
): Promise<ProductForCustomer | undefined> {
  const [by, product]: [By, string] = 'id' in named ? ['id', named.id] : ['sku_key', matchingKey(named.sku)]
  const { db, workspaceId } = context
  const at = await pricedAt(context, time, { withTerms: customer !== undefined })
  if (!batchers.has(db)) batchers.set(db, new QueryBatcher(readBatch))
  const batchKey = JSON.stringify([audienceOf(context), by, at])
  return batchers.get(db)!.load(batchKey, { db, workspaceId, by, at }, { product, customer })
}

type FoundRow = Packed<ProductColumn> & Omit<ProductForCustomer, 'product'> & { place: number }

const COLUMNS = productColumns({ forCustomer: true })
/** What is needed of a product besides what its price follows from. */
const KEPT = ['id', 'document', 'updated_at', 'visible']

async function readBatch(shared: Shared, asked: Asked[]): Promise<(ProductForCustomer | undefined)[]> {
  const { rows } = await statementFor(shared, asked).execute(shared.db)
  const found = new Map(rows.map((row) => [row.place, { ...row, product: unpack<ProductColumn>(COLUMNS, row)[0]! }]))
  return asked.map((_, place) => found.get(place))
}

/** One index lookup for each product, whatever row counts the planner estimates. */
function statementFor({ workspaceId, by, at }: Shared, asked: Asked[]): RawBuilder<FoundRow> {
  const rows = asked.map(({ product, customer }, place) => ({ place, product, ...customerParameters(customer) }))
  const columns = `place integer, product ${by === 'id' ? 'uuid' : 'text'}, ${CUSTOMER_COLUMNS}`
  const ours = sql`select p.*, ${visibleTo(workspaceId, CUSTOMER_ID)} as visible from product p
        where p.workspace_id = ${workspaceId} and ${sql.ref(`p.${by}`)} = asked.product limit 1`
  return sql`
    select asked.place, found.* from ${rowset(rows, columns, 'asked')}
    cross join lateral (
      with ${requestedCustomer(workspaceId)},
      page as materialized (${at ? productsAt(workspaceId, at, { rows: ours, columns: KEPT }) : ours})
      select packed.*,
        (select name from brand where workspace_id = ${workspaceId} and id = page.brand_id) as brand,
        (select name from category where workspace_id = ${workspaceId} and id = page.category_id) as category,
        visible,
        (select json_build_object('id', id, 'accountCode', account_code, 'name', name) from requested_customer) as customer,
        case when ${CUSTOMER_ID} is not null then ${customerTerms(workspaceId, CUSTOMER_ID, sql`page`, at?.isPast ? at.at : undefined)} end as terms
      from page, (select ${pack(COLUMNS)} from page p) packed) found`
}

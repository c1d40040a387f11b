import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, requestedCustomer } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { customerTerms } from '../pricing/customer-terms.ts'
import type { TermsOfCustomer } from '../pricing/customer-terms.ts'
import { pricedAt, productsAt } from '../pricing/priced-at.ts'
import { pack, unpack } from '../database/paging/index.ts'
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

/** What is needed of a product besides what its price follows from. */
const KEPT = ['id', 'document', 'updated_at', 'visible']
const COLUMNS = productColumns({ forCustomer: true })

/**
 * The product with this id (a UUID) or SKU, with the terms of the customer; undefined if there is none. With a time:
 * its list price, brand and category, and the terms, of that time. Throws InvalidInput where these are not known.
 */
export async function productForCustomer(
  context: WorkspaceContext,
  named: { id: string } | { sku: string },
  { customer, at: time }: { customer: string | undefined; at?: Date | undefined },
): Promise<ProductForCustomer | undefined> {
  const { db, workspaceId } = context
  const at = await pricedAt(context, time, { withTerms: customer !== undefined })
  const isNamed = 'id' in named ? sql`p.id = ${named.id}::uuid` : sql`p.sku_key = ${matchingKey(named.sku)}`
  const terms = customerTerms(workspaceId, CUSTOMER_ID, sql`page`, at?.isPast ? at.at : undefined)
  const ours = sql`select p.*, ${visibleTo(workspaceId, CUSTOMER_ID)} as visible from product p
    where p.workspace_id = ${workspaceId} and ${isNamed} limit 1`
  const { rows } = await sql<Packed<ProductColumn> & Omit<ProductForCustomer, 'product'>>`
    with ${requestedCustomer(workspaceId, customer)},
    page as materialized (${at ? productsAt(workspaceId, at, { rows: ours, columns: KEPT }) : ours})
    select packed.*,
      (select name from brand where workspace_id = ${workspaceId} and id = page.brand_id) as brand,
      (select name from category where workspace_id = ${workspaceId} and id = page.category_id) as category,
      visible,
      (select json_build_object('id', id, 'accountCode', account_code, 'name', name) from requested_customer) as customer,
      case when ${CUSTOMER_ID} is not null then ${terms} end as terms
    from page, (select ${pack(COLUMNS)} from page p) packed`.execute(db)
  const [row] = rows
  return row && { ...row, product: unpack<ProductColumn>(COLUMNS, row)[0]! }
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, requestedCustomer } from '../customers/find-customer.ts'
import { pageOfIds } from '../database/paging/index.ts'
import type { List, RawJson } from '../database/paging/index.ts'
import { customerTerms, visibleTo } from '../pricing/customer-terms.ts'
import type { TermsOfCustomer } from '../pricing/customer-terms.ts'
import { readFeed } from '../workspaces/feeds/read-feed.ts'
import type { AskedPage, FeedPage } from '../workspaces/feeds/read-feed.ts'
import { idOf, productColumns, productJson } from './listed-product.ts'
import type { ListedProduct } from './listed-product.ts'

/** A page of the feed of products, each entry as raw JSON with the product as `readProduct` gives it. See `readFeed`. */
export function readProductFeed(context: WorkspaceContext, asked: AskedPage): Promise<FeedPage<RawJson>> {
  return readFeed(context, asked, {
    kind: 'product',
    name: 'products',
    read: (ids) => readFedProducts(context, ids),
    entry: ({ id, at, code }, stored) => {
      const { sku, brand, category } = stored?.product ?? { sku: code, brand: '', category: '' }
      const names = { brand: brand || null, category: category || null }
      const product = stored && productJson(stored.product, null, { qty: 1, at: context.clock() }, names)
      return `{"productId":"${id}","sku":${JSON.stringify(sku)},"at":"${at}","deleted":${stored === null},"product":${product}}`
    },
  })
}

/** As texts: with a customer, `visible` says whether that customer sees the product; else whether it is active. */
export type FedProduct = {
  product: ListedProduct & Record<'sku' | 'brand' | 'category' | 'visible', string>
  terms: TermsOfCustomer | null
}

/** Those of these products that are there, by id, in one statement; with the terms of a customer on their prices. */
export async function readFedProducts(
  context: WorkspaceContext,
  ids: readonly string[],
  customer?: string,
): Promise<Map<string, FedProduct>> {
  const { workspaceId } = context
  const isFor = customer !== undefined
  const nameOf = (grouping: 'brand' | 'category') => sql`(
    select name from ${sql.table(grouping)} where workspace_id = ${workspaceId} and id = p.${sql.ref(`${grouping}_id`)})`
  const columns = {
    ...productColumns(workspaceId, { forCustomer: isFor }),
    sku: sql`p.sku`,
    brand: nameOf('brand'),
    category: nameOf('category'),
    visible: isFor ? visibleTo(workspaceId, CUSTOMER_ID) : sql`p.active`,
  }
  const list = {
    columns,
    select: (what, condition) =>
      sql`select ${what} from product p where p.workspace_id = ${workspaceId} and ${condition}`,
    ctes: isFor ? [requestedCustomer(workspaceId, customer)] : [],
    facts: isFor ? customerTerms(workspaceId, CUSTOMER_ID, sql`page`) : undefined,
  } satisfies Partial<List<keyof typeof columns, TermsOfCustomer>>
  const { rows, facts: terms } = await pageOfIds<keyof typeof columns, TermsOfCustomer>(context, list, ids)
  return new Map(rows.map((product) => [idOf(product), { product, terms }]))
}

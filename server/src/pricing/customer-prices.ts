import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { AGREED_PRICES } from './agreed-price-terms.ts'
import { customerTerms, termsOn } from './customer-terms.ts'
import type { TermsOfCustomer } from './customer-terms.ts'
import { priceOf } from './evaluate-price.ts'
import { findProduct } from './find-product.ts'
import type { FoundProduct } from './find-product.ts'
import { holds } from './kind-of-term.ts'
import { quantityBreaks } from './quantity-breaks.ts'

/**
 * A page of the customers who have a price other than the list price for a product, at some quantity, by name; and the
 * number of all of them. Throws NotFound.
 */
export async function customerPrices(
  context: WorkspaceContext,
  { productId, limit, offset }: { productId: string; limit: number; offset: number },
) {
  const product = await findProduct(context, productId)
  const at = context.clock()
  const total = await count(context, product, at)
  const found = await page(context, product, { at, limit, offset })
  const rows = found.map(({ terms, visible, ...customer }) => {
    const own = termsOn(product, terms)
    const price = priceOf(product.listPrice, own, 1, at)
    return { customer, price, breaks: quantityBreaks(product.listPrice, own, at, price), visible }
  })
  return { rows, total }
}

/**
 * SQL: the ids of customers who have such a term for the product, or whose price group has one. Without a list price, no
 * discount counts.
 */
function withTerms({ workspaceId }: WorkspaceContext, product: FoundProduct, at: Date): RawBuilder<unknown> {
  const { id, brandId, categoryId, listPrice } = product
  return sql`(
    select coalesce(r.customer_id, member.id) as id
    from (
      select r.customer_id, r.group_id from agreed_price r
      where r.workspace_id = ${workspaceId} and r.product_id = ${id} and ${holds(AGREED_PRICES, at)}
      union
      select r.customer_id, r.group_id from discount_rule r
      where r.workspace_id = ${workspaceId} and ${listPrice !== null}::boolean
        and (r.applies_to = 'all' or r.brand_id = ${brandId} or r.category_id = ${categoryId})) r
    left join customer member on member.workspace_id = ${workspaceId} and member.group_id = r.group_id
    where r.customer_id is not null or member.id is not null
    group by 1)`
}

async function count(context: WorkspaceContext, product: FoundProduct, at: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${withTerms(context, product, at)} found`.execute(context.db)
  return Number(rows[0]!.total)
}

type CustomerWithTerms = {
  id: string
  accountCode: string | null
  name: string
  active: boolean
  visible: boolean
  terms: TermsOfCustomer
}

async function page(
  context: WorkspaceContext,
  product: FoundProduct,
  { at, limit, offset }: { at: Date; limit: number; offset: number },
) {
  const { db, workspaceId } = context
  const asked = sql`(select ${product.id}::uuid as id, ${product.brandId}::uuid as brand_id,
    ${product.categoryId}::uuid as category_id)`
  const { rows } = await sql<CustomerWithTerms>`
    select c.id, c.account_code as "accountCode", c.name, c.active,
      ${product.active}::boolean and (${product.visibility === 'all'}::boolean or exists (
        select from product_access a
        where a.workspace_id = ${workspaceId} and a.product_id = ${product.id} and a.customer_id = c.id)) as visible,
      ${customerTerms(workspaceId, sql`c.id`, asked)} as terms
    from (
      select * from customer
      where workspace_id = ${workspaceId} and id in ${withTerms(context, product, at)}
      order by name, id limit ${limit} offset ${offset}) c
    order by c.name, c.id`.execute(db)
  return rows
}

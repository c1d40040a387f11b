import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import type { PricedProduct } from './kind-of-term.ts'
import { KINDS_OF_TERM } from './kinds-of-term.ts'
import type { CustomerTerms, TermsOfCustomer } from './kinds-of-term.ts'

export type { PricedProduct, TermsOfCustomer }

/**
 * The terms of a customer, as JSON, for the products of a relation with the columns `id`, `brand_id` and `category_id`.
 * `customerId` is an expression. With `past`: as they were at that time.
 */
export function customerTerms(
  workspaceId: string,
  customerId: RawBuilder<unknown>,
  products: RawBuilder<unknown>,
  past?: Date,
): RawBuilder<TermsOfCustomer> {
  const fields = KINDS_OF_TERM.flatMap((kind) => Object.entries(kind.read(workspaceId, customerId, products, past)))
  return sql`json_build_object(${sql.join(fields.flatMap(([name, terms]) => [sql.lit(name), terms]))})`
}

/** The terms of a customer for products. */
export async function readTerms(
  { db, workspaceId }: WorkspaceContext,
  customerId: string,
  products: readonly PricedProduct[],
): Promise<TermsOfCustomer> {
  const rows = products.map(({ id, brandId, categoryId }) => ({ id, brand_id: brandId, category_id: categoryId }))
  const terms = customerTerms(workspaceId, sql`${customerId}::uuid`, sql`page`)
  const { rows: found } = await sql<{ terms: TermsOfCustomer }>`
    with page as (select * from ${rowset(rows, 'id uuid, brand_id uuid, category_id uuid')})
    select ${terms} as terms`.execute(db)
  return found[0]!.terms
}

/** The terms of a customer that apply to a product. */
export function termsOn(product: PricedProduct, terms: TermsOfCustomer): CustomerTerms {
  const found = {}
  for (const kind of KINDS_OF_TERM) Object.assign(found, kind.on(product, terms))
  return found as CustomerTerms
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { PricedProduct } from './kind-of-term.ts'
import { KINDS_OF_TERM } from './kinds-of-term.ts'
import type { CustomerTerms, TermsOfCustomer } from './kinds-of-term.ts'

export type { PricedProduct, TermsOfCustomer }

/**
 * The terms, as JSON, of the customer whose id the one expression gives, on the products of the other relation, which
 * has their `id`, `brand_id` and `category_id`.
 */
export function customerTerms(
  workspaceId: string,
  customerId: RawBuilder<unknown>,
  products: RawBuilder<unknown>,
): RawBuilder<TermsOfCustomer> {
  const fields = KINDS_OF_TERM.flatMap((kind) => Object.entries(kind.read(workspaceId, customerId, products)))
  return sql`json_build_object(${sql.join(fields.flatMap(([name, terms]) => [sql.lit(name), terms]))})`
}

/** What of a customer's terms concerns a product. */
export function termsOn(product: PricedProduct, terms: TermsOfCustomer): CustomerTerms {
  const found = {}
  for (const kind of KINDS_OF_TERM) Object.assign(found, kind.on(product, terms))
  return found as CustomerTerms
}

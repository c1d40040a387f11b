import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { AGREED_PRICES } from './agreed-price-terms.ts'
import type { AgreedPriceTerms, LocatedAgreedPrices } from './agreed-price-terms.ts'
import { DISCOUNTS } from './discount-terms.ts'
import type { DiscountTerms, LocatedDiscounts } from './discount-terms.ts'
import { lastChanges } from './kind-of-term.ts'

/**
 * All kinds of terms that prices follow from, in the order in which they are considered. This list is the one place that
 * knows what makes a price change, as rows are written and as time passes: the evaluation, its forms in SQL, fingerprints
 * of previews and tags of answers are made from it.
 */
export const KINDS_OF_TERM = [AGREED_PRICES, DISCOUNTS] as const

/** The terms of one customer that concern one product. */
export type CustomerTerms = AgreedPriceTerms & DiscountTerms

/** What a customer's prices of some products follow from. */
export type TermsOfCustomer = LocatedAgreedPrices & LocatedDiscounts

/**
 * The last moment, up to that one, at which terms of the workspace began or ended. While it is the same, and nothing is
 * written, every price is.
 */
export function termsChangedAt(workspaceId: RawBuilder<string>, at: Date): RawBuilder<Date | null> {
  return sql`greatest(${sql.join(KINDS_OF_TERM.flatMap((kind) => lastChanges(kind, workspaceId, at)))})`
}

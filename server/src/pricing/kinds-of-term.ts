import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { AGREED_PRICES } from './agreed-price-terms.ts'
import type { AgreedPriceTerms, LocatedAgreedPrices } from './agreed-price-terms.ts'
import { DISCOUNTS } from './discount-terms.ts'
import type { DiscountTerms, LocatedDiscounts } from './discount-terms.ts'
import { stateOf } from '../database/paging/index.ts'
import { lastChanges } from './kind-of-term.ts'

/**
 * All kinds of terms that prices depend on, in the order of evaluation: first all of the customer's own, then all of
 * its price group. Only this list knows what changes a price: by a
 * write, or as time passes. The evaluation and entity tags use it; the impact of a price change reads each kind in
 * slices.
 */
export const KINDS_OF_TERM = [AGREED_PRICES, DISCOUNTS] as const

/** Terms that apply to one product. */
export type Terms = AgreedPriceTerms & DiscountTerms
/** Terms on some products. */
export type LocatedTerms = LocatedAgreedPrices & LocatedDiscounts

/** The terms of one customer that apply to one product: its own, and those of its price group, if it has one. */
export type CustomerTerms = Terms & { group: ({ name: string } & Terms) | null }

/** The terms of one customer for some products. */
export type TermsOfCustomer = LocatedTerms & { group: ({ name: string } & LocatedTerms) | null }

/** The times at which a price by these terms may change by itself. */
export function turnsOf(terms: CustomerTerms): Date[] {
  const parts: Terms[] = terms.group ? [terms, terms.group] : [terms]
  return parts.flatMap((part) => KINDS_OF_TERM.flatMap((kind) => kind.turns(part))).map((time) => new Date(time))
}

/**
 * SQL: the last time, up to that one, at which a term of the workspace started or ended. As long as it is the same, and
 * nothing is written, no price changes.
 */
export function termsChangedAt(workspaceId: RawBuilder<string>, at: Date | RawBuilder<Date>): RawBuilder<Date | null> {
  return sql`greatest(${sql.join(KINDS_OF_TERM.flatMap((kind) => lastChanges(kind, workspaceId, at)))})`
}

/** The same time as a text; empty without one. */
export async function lastTermsChange({ db, workspaceId }: WorkspaceContext, at: Date): Promise<string> {
  const { rows } = await sql<{ at: string | null }>`
    select ${termsChangedAt(sql`${workspaceId}`, at)}::text as at`.execute(db)
  return rows[0]!.at ?? ''
}

/** Another one after each write to the workspace, and where a term starts or ends up to that time. */
export async function stateOfPrices(context: WorkspaceContext, at: Date): Promise<string> {
  return `${await stateOf(context)} ${await lastTermsChange(context, at)}`
}

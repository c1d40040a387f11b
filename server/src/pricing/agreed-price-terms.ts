import { sql } from 'kysely'
import type { KindOfTerm, Offer } from './kind-of-term.ts'
import { sourcesOf } from './priced-at.ts'

/** Times are JSON texts. */
type AgreedPrice = { unit: number; minQty: number; startsAt: string | null; endsAt: string | null }

export type AgreedPriceTerms = { agreedPrices: AgreedPrice[] }
export type LocatedAgreedPrices = { agreedPrices: (AgreedPrice & { productId: string })[] }

/** Prices agreed for a product, from a minimum quantity, for a period. The largest minimum quantity has priority. */
export const AGREED_PRICES: KindOfTerm<'agreed_price', AgreedPriceTerms, LocatedAgreedPrices> = {
  table: 'agreed_price',
  period: { starts: 'starts_at', ends: 'ends_at' },

  offers: (_listPrice, { agreedPrices }, qty, at) =>
    agreedPrices.toSorted(byPriority).map((agreed): Offer => ({
      source: 'agreed',
      label: agreedPriceLabel(agreed.minQty),
      unit: agreed.unit,
      discountBp: 0,
      minQty: agreed.minQty,
      obstacle: obstacleTo(agreed, qty, at),
    })),

  turns: ({ agreedPrices }) =>
    agreedPrices.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt].filter((turn) => turn !== null)),

  on: ({ agreedPrices }) => {
    const ofProduct = Map.groupBy(agreedPrices, ({ productId }) => productId)
    return ({ id }) => ({ agreedPrices: ofProduct.get(id) ?? [] })
  },

  // One index lookup for each product: `offset 0` keeps it from being a join with all terms of the customer.
  read: (workspaceId, { column, id }, products, past) => {
    const parts = sourcesOf('agreed_price', past).map(
      ({ table, held }) => sql`
        select found.* from ${products} of_terms cross join lateral (
          select r.product_id, r.unit, r.min_qty, r.starts_at, r.ends_at from ${table}
          where r.workspace_id = ${workspaceId} and ${held}
            and ${sql.ref(`r.${column}`)} = ${id} and r.product_id = of_terms.id offset 0) found`,
    )
    const agreedPrices = sql<LocatedAgreedPrices['agreedPrices']>`coalesce((
      select json_agg(json_build_object(
        'productId', agreed.product_id, 'unit', agreed.unit, 'minQty', agreed.min_qty, 'startsAt', agreed.starts_at,
        'endsAt', agreed.ends_at))
      from (${sql.join(parts, sql` union all `)}) agreed), '[]')`
    return { agreedPrices }
  },
}

/** The order of evaluation: the largest minimum quantity first, and of two the lower price. */
export function byPriority(a: AgreedPrice, b: AgreedPrice): number {
  return b.minQty - a.minQty || a.unit - b.unit || (a.startsAt ?? '').localeCompare(b.startsAt ?? '')
}

/** "Agreed price from 24". */
export function agreedPriceLabel(minQty: number): string {
  return minQty > 1 ? `Agreed price from ${minQty}` : 'Agreed price'
}

function obstacleTo({ minQty, startsAt, endsAt }: AgreedPrice, qty: number, at: Date): string | null {
  if (startsAt !== null && at < new Date(startsAt)) return `It starts on ${minute(startsAt)}.`
  if (endsAt !== null && at >= new Date(endsAt)) return `It ended on ${minute(endsAt)}.`
  return qty < minQty ? `It needs a quantity of ${minQty} or more.` : null
}

/** A time for people, to the minute: 2026-12-04 00:00 UTC. */
function minute(time: string): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

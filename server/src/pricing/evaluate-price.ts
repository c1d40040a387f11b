import type { Candidate, Price, PriceSource } from '../database/column-values.ts'

/**
 * What a customer pays for a product, and why. Pure: everything it depends on is in its input.
 *
 * There is one order, and nothing is ever stacked: the agreed price with the largest minimum quantity that is reached
 * (of two, the lower), else the discount on the brand, else the one on the category, else the one on everything, else the list
 * price. Prices are integers in minor units, discounts integers in basis points.
 */

/** The rules of one customer that concern one product: the discounts on its brand, on its category, on everything. */
export type CustomerTerms = {
  /** `on` is the name of the brand or category; null for everything. */
  discounts: { appliesTo: 'brand' | 'category' | 'all'; on: string | null; discountBp: number }[]
  agreedPrices: { unit: number; minQty: number; startsAt: string | null; endsAt: string | null }[]
}

export type Evaluation = { price: Price; candidates: Candidate[] }

/** Prices `qty` of a product with that list price (minor units) at a moment; without terms at the list price. */
export function priceOf(listPrice: number | null, terms: CustomerTerms | null, qty: number, at: Date): Price {
  return priceAt(firstOpen(offers(listPrice, terms, qty, at)), listPrice, qty)
}

/**
 * The same price, with all that was considered, in the order in which it was: the first that nothing stands against
 * has won.
 */
export function evaluatePrice(
  listPrice: number | null,
  terms: CustomerTerms | null,
  qty: number,
  at: Date,
): Evaluation {
  const considered = offers(listPrice, terms, qty, at)
  const winner = firstOpen(considered)
  return {
    price: priceAt(winner, listPrice, qty),
    candidates: considered.map((offer) => candidate(offer, winner)),
  }
}

/** The unit price after a discount: one rounding, half up, to the minor unit. Exact up to a price of 10^11. */
export function discounted(listPrice: number, discountBp: number): number {
  return Math.floor((listPrice * (10_000 - discountBp) + 5_000) / 10_000)
}

/** 1250 basis points as "12.5%". */
export function percent(basisPoints: number): string {
  return `${basisPoints / 100}%`
}

/** A discount for people: "12.5% off Hollin", or off everything. */
export function discountLabel(discountBp: number, on: string | null): string {
  return `${percent(discountBp)} off ${on ?? 'everything'}`
}

/** A possible price, and what stands against it, if anything. */
type Offer = Omit<Candidate, 'applied' | 'reason'> & { obstacle: string | null }

function offers(listPrice: number | null, terms: CustomerTerms | null, qty: number, at: Date): Offer[] {
  const list: Offer = { source: 'list', label: '', unit: listPrice, discountBp: 0, minQty: 1, obstacle: null }
  if (terms === null) return [list]
  return [...agreedOffers(terms.agreedPrices, qty, at), ...discountOffers(listPrice, terms.discounts), list]
}

function firstOpen(considered: readonly Offer[]): Offer {
  return considered.find((offer) => offer.obstacle === null)!
}

function priceAt({ unit, discountBp, source, label }: Offer, listPrice: number | null, qty: number): Price {
  return { unit, line: (unit ?? 0) * qty, list: listPrice ?? 0, discountBp, source, label }
}

const NAME: Record<PriceSource, string> = {
  agreed: 'an agreed price',
  brand: 'a discount on the brand',
  category: 'a discount on the category',
  customer: 'a discount on everything',
  list: 'the list price',
}

function candidate(offer: Offer, winner: Offer): Candidate {
  const { obstacle, ...shown } = offer
  if (offer === winner) return { ...shown, applied: true, reason: 'Nothing comes before it.' }
  return { ...shown, applied: false, reason: obstacle ?? beatenBy(winner, offer) }
}

function beatenBy(winner: Offer, loser: Offer): string {
  if (winner.source === 'agreed' && loser.source === 'agreed' && winner.minQty === loser.minQty) {
    return 'A lower price was agreed from the same quantity.'
  }
  return winner.source === 'agreed' && loser.source === 'agreed'
    ? `The agreed price from ${winner.minQty} comes first: its minimum quantity is the largest one reached.`
    : `${NAME[winner.source].replace(/^a/, 'A')} comes before ${NAME[loser.source]}.`
}

function agreedOffers(agreed: CustomerTerms['agreedPrices'], qty: number, at: Date): Offer[] {
  return agreed
    .toSorted((a, b) => b.minQty - a.minQty || a.unit - b.unit || (a.startsAt ?? '').localeCompare(b.startsAt ?? ''))
    .map(({ unit, minQty, startsAt, endsAt }) => ({
      source: 'agreed',
      label: minQty > 1 ? `Agreed price from ${minQty}` : 'Agreed price',
      unit,
      discountBp: 0,
      minQty,
      obstacle:
        startsAt !== null && at < new Date(startsAt)
          ? `It starts on ${minute(startsAt)}.`
          : endsAt !== null && at >= new Date(endsAt)
            ? `It ended on ${minute(endsAt)}.`
            : qty < minQty
              ? `It needs a quantity of ${minQty} or more.`
              : null,
    }))
}

/** Where each kind of discount stands in the order, and the source it is shown as. */
const DISCOUNTS = [
  { appliesTo: 'brand', source: 'brand' },
  { appliesTo: 'category', source: 'category' },
  { appliesTo: 'all', source: 'customer' },
] as const

function discountOffers(listPrice: number | null, discounts: CustomerTerms['discounts']): Offer[] {
  return DISCOUNTS.flatMap(({ appliesTo, source }) =>
    discounts
      .filter((discount) => discount.appliesTo === appliesTo)
      .map(({ on, discountBp }) => ({
        source,
        label: discountLabel(discountBp, on),
        unit: listPrice === null ? null : discounted(listPrice, discountBp),
        discountBp,
        minQty: 1,
        obstacle: listPrice === null ? 'The product has no list price to take it off.' : null,
      })),
  )
}

/** A moment for people, to the minute: 2026-12-04 00:00 UTC. */
function minute(time: string): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

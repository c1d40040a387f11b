import type { Candidate, Price, PriceSource } from '../database/column-values.ts'
import type { Offer } from './kind-of-term.ts'
import { KINDS_OF_TERM } from './kinds-of-term.ts'
import type { CustomerTerms, Terms } from './kinds-of-term.ts'

/**
 * The price of a product for a customer, with its explanation. Pure: the result depends only on the input.
 *
 * Exactly one term applies; discounts are never combined. The order is: the agreed price with the largest minimum
 * quantity that is reached (of two, the lower), the discount on the brand, the discount on the category, the discount
 * on all products; the same of the customer's price group; the list price. Prices are integers in minor units,
 * discounts are integers in basis points.
 */

export type Evaluation = { price: Price; candidates: Candidate[] }

/** The price of a quantity of a product at a time. `listPrice` is in minor units. Without terms: the list price. */
export function priceOf(listPrice: number | null, terms: CustomerTerms | null, qty: number, at: Date): Price {
  return priceAt(firstApplicable(offers(listPrice, terms, qty, at)), listPrice, qty)
}

/** The same price, with all candidates in the order of evaluation. The first candidate without an obstacle applies. */
export function evaluatePrice(
  listPrice: number | null,
  terms: CustomerTerms | null,
  qty: number,
  at: Date,
): Evaluation {
  const considered = [...offers(listPrice, terms, qty, at)]
  const winner = firstApplicable(considered.values())
  return {
    price: priceAt(winner, listPrice, qty),
    candidates: considered.map((offer) => candidate(offer, winner)),
  }
}

/** An offer of the customer's own terms, or of the price group with that name. */
type OwnedOffer = Offer & { group: string | null }

/** In the order of evaluation. Mostly one of the first kind applies, and the others are not asked. */
function* offers(listPrice: number | null, terms: CustomerTerms | null, qty: number, at: Date): Generator<OwnedOffer> {
  if (terms !== null) yield* offersOf(terms, null, { listPrice, qty, at })
  if (terms?.group) yield* offersOf(terms.group, terms.group.name, { listPrice, qty, at })
  yield { source: 'list', label: '', unit: listPrice, discountBp: 0, minQty: 1, obstacle: null, group: null }
}

function* offersOf(
  terms: Terms,
  group: string | null,
  { listPrice, qty, at }: { listPrice: number | null; qty: number; at: Date },
): Generator<OwnedOffer> {
  for (const kind of KINDS_OF_TERM) {
    for (const offer of kind.offers(listPrice, terms, qty, at)) {
      yield { ...offer, group, label: inGroup(group, offer.label) }
    }
  }
}

/** The label of a term: "12.5% off Hollin", or "Gold: 12.5% off Hollin" of the price group with that name. */
export function inGroup(group: string | null, label: string): string {
  return group === null ? label : `${group}: ${label}`
}

function firstApplicable(considered: IteratorObject<OwnedOffer>): OwnedOffer {
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
  manual: 'a price by hand',
  quote: 'a quoted price',
}

function candidate(offer: OwnedOffer, winner: OwnedOffer): Candidate {
  const { obstacle, group: _, ...shown } = offer
  if (offer === winner) return { ...shown, applied: true, reason: 'Nothing comes before it.' }
  return { ...shown, applied: false, reason: obstacle ?? beatenBy(winner, offer) }
}

function beatenBy(winner: OwnedOffer, loser: OwnedOffer): string {
  if (winner.group === null && loser.group !== null) return `Own terms come before those of ${loser.group}.`
  if (winner.source === 'agreed' && loser.source === 'agreed' && winner.minQty === loser.minQty) {
    return 'A lower price was agreed from the same quantity.'
  }
  return winner.source === 'agreed' && loser.source === 'agreed'
    ? `The agreed price from ${winner.minQty} comes first: its minimum quantity is the largest one reached.`
    : `${NAME[winner.source].replace(/^a/, 'A')} comes before ${NAME[loser.source]}.`
}

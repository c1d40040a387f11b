import type { Candidate, Price, PriceSource } from '../database/column-values.ts'
import type { Offer } from './kind-of-term.ts'
import { KINDS_OF_TERM } from './kinds-of-term.ts'
import type { CustomerTerms } from './kinds-of-term.ts'

/**
 * What a customer pays for a product, and why. Pure: everything it depends on is in its input.
 *
 * There is one order, and nothing is ever stacked: the agreed price with the largest minimum quantity that is reached
 * (of two, the lower), else the discount on the brand, else the one on the category, else the one on everything, else the list
 * price. Prices are integers in minor units, discounts integers in basis points.
 */

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

function offers(listPrice: number | null, terms: CustomerTerms | null, qty: number, at: Date): Offer[] {
  const list: Offer = { source: 'list', label: '', unit: listPrice, discountBp: 0, minQty: 1, obstacle: null }
  if (terms === null) return [list]
  const considered: Offer[] = []
  for (const kind of KINDS_OF_TERM) considered.push(...kind.offers(listPrice, terms, qty, at))
  considered.push(list)
  return considered
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

import { percent } from './read-price.ts'
import { counted } from './counted.ts'

/** What an act does to the prices of customers, for one unit, and to which products they see. */
export type PriceImpact = {
  /** Products whose price moves for somebody, and the customers for whom some price moves. */
  products: number
  customers: number
  /** Products whose price rises for somebody, and those whose price drops for somebody. */
  rising: number
  falling: number
  /** Basis points; 0 without one. A rise from nothing counts as 100%. */
  largestRiseBp: number
  largestDropBp: number
  /** Customers who no longer see some product, and those of them who have an agreed price for it now. */
  hidden: number
  hiddenAgreed: number
  /** Customers who newly see some product. */
  shown: number
}

/** An effect is large past this many prices, or past a rise or drop of this many basis points. */
export const LARGE_EFFECT = { prices: 1_000, changeBp: 5_000 }

/** Whether an effect is so large that a name has to be typed first. */
export function isLargeEffect(prices: number, changeBp: number): boolean {
  return prices > LARGE_EFFECT.prices || changeBp > LARGE_EFFECT.changeBp
}

/** A new price that is so many times the old one, or such a part of it, looks like a slip. */
export const SLIP = 8

/** Whether a new list price looks wrong beside the old one. Both in minor units. */
export function looksWrong({ currentPrice, newPrice }: { currentPrice: number | null; newPrice: number }): boolean {
  return (
    currentPrice !== null && currentPrice > 0 && (newPrice >= SLIP * currentPrice || SLIP * newPrice <= currentPrice)
  )
}

export function isLargeImpact({ products, largestRiseBp, largestDropBp }: PriceImpact): boolean {
  return isLargeEffect(products, Math.max(largestRiseBp, largestDropBp))
}

/** "41 products change in price for 6 customers: 38 rise by up to 12%, 3 drop by up to 5%." */
export function priceImpactInWords(moves: PriceImpact): string {
  const { products, customers, rising, falling, largestRiseBp, largestDropBp, hidden, hiddenAgreed, shown } = moves
  const parts = [
    ...(rising > 0 ? [`${verb(rising, 'rise')} by up to ${percent(largestRiseBp)}`] : []),
    ...(falling > 0 ? [`${verb(falling, 'drop')} by up to ${percent(largestDropBp)}`] : []),
  ]
  const change = `${counted(products, 'product')} ${products === 1 ? 'changes' : 'change'} in price`
  const agreed = hiddenAgreed > 0 ? `, ${hiddenAgreed.toLocaleString('en')} of them with an agreed price` : ''
  return [
    ...(products > 0 ? [`${change} for ${counted(customers, 'customer')}: ${parts.join(', ')}.`] : []),
    ...(hidden > 0 ? [`No longer shown to ${counted(hidden, 'customer')}${agreed}.`] : []),
    ...(shown > 0 ? [`Newly shown to ${counted(shown, 'customer')}.`] : []),
  ].join(' ')
}

/** The same for what an act does now that did something else before. */
export function impactNowInWords(moves: PriceImpact | null): string {
  return moves ? priceImpactInWords(moves) : 'No price moves any more.'
}

function verb(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? `${word}s` : word}`
}

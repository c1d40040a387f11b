import type { PriceImpact } from '../../server/src/shared/price-impact.ts'

/** An effect on prices with nothing in it yet. */
export const NONE: PriceImpact = {
  products: 0,
  customers: 0,
  rising: 0,
  falling: 0,
  largestRiseBp: 0,
  largestDropBp: 0,
  hidden: 0,
  hiddenAgreed: 0,
  shown: 0,
}

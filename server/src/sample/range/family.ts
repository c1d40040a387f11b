import type { Availability } from '../../database/column-values.ts'
import type { Drawing } from '../drawings/shapes.ts'

/** Products that differ only in size and colour: one for each combination. */
export type Family = {
  brand?: string
  category?: string
  /** The texts may hold `{size}` and `{colour}`. */
  name: string
  drawing: Drawing
  /** The colour that it is drawn in, if neither its colour nor its size names one. */
  drawnIn?: string
  description: string
  /**
   * Codes may hold `{size}` without its spaces, `{digits}` of the size, `{colour}` as its code, and `{n}`, which
   * counts the products of the family from `firstNumber`.
   */
  sku: string
  manufacturerRef?: string
  firstNumber?: string
  unitLabel: string
  details?: Record<string, string>
  /** The list price of each size, in pence; null if it has none. A product in one size has the size ''. */
  prices: Record<string, number | null>
  /** Each colour and its code. */
  colours?: Record<string, string>
  /** If left out, it is random. */
  availability?: Availability
  leadTimeNote?: string
  minOrderQty?: number
  orderMultiple?: number
  /** Account codes. Only these customers see it. */
  onlyFor?: string[]
  /** Sizes or colours that are inactive. */
  discontinued?: string[]
}

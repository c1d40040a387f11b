import type { Availability } from '../../database/column-values.ts'

/** Products that differ only in size and colour: one for each size in each colour. */
export type Family = {
  brand?: string
  category?: string
  /** The texts may hold `{size}` and `{colour}`. */
  name: string
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
  /** The list price of each size, in pence; null while it has none. What comes in one size has the size ''. */
  prices: Record<string, number | null>
  /** Each colour and its code. */
  colours?: Record<string, string>
  /** Left out: as stock happens to be. */
  availability?: Availability
  leadTimeNote?: string
  minOrderQty?: number
  /** Account codes of the customers who alone may see it. */
  onlyFor?: string[]
  /** Sizes or colours that buyers are no longer shown. */
  discontinued?: string[]
}

import type { RawBuilder } from 'kysely'
import type { Availability } from '../database/column-values.ts'

export type ProductFilter = {
  q?: string | undefined
  /** Ids. */
  brand?: string | undefined
  category?: string | undefined
  availability?: Availability | undefined
  active?: boolean | undefined
  /** Id or account code: prices for this customer, of what this customer can see. */
  customer?: string | undefined
}

/** Part of a list, and what statements over it are put together from. */
export type Page = {
  customer: string | undefined
  /**
   * A query for all columns of the products, as `p`, that pass the filter and the condition. `byWords`: found by the
   * index of words, and by no other.
   */
  products: (condition: RawBuilder<boolean>, how?: { byWords: boolean }) => RawBuilder<unknown>
  limit: number
  offset: number
}

/**
 * As many rows are read as the next of these, and the rest left out. A limit that a statement names itself, and not as a
 * parameter, is one that Postgres can plan for; three of them keep the statements few.
 */
const ROWS_READ = [1, 10, 50]
export const MAX_ROWS_READ = Math.max(...ROWS_READ)

/** The rows to read for a page of that many. */
export function rowsToRead(limit: number): number {
  return ROWS_READ.find((rows) => rows >= limit)!
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Candidate } from '../database/column-values.ts'
import type { Tables } from '../database/tables.ts'

/** A product, as far as terms can concern it. */
export type PricedProduct = { id: string; brandId: string | null; categoryId: string | null }

/** A possible price, and what stands against it, if anything. */
export type Offer = Omit<Candidate, 'applied' | 'reason'> & { obstacle: string | null }

/** What a column means for prices: they depend on its value, or a row holds from or until that time, or it is neither. */
type Meaning = 'priced' | 'starts' | 'ends' | 'ignored'

/** For each column of the table: one that is added does not compile until it is said here. */
type Columns<Table extends keyof Tables> = Record<keyof Tables[Table], Meaning>

/**
 * A kind of term that prices of a customer can follow from, in all the forms in which the service needs it. `Terms` are
 * those of one customer, as the evaluation takes them; `Located` are the same with what they are on.
 */
export type KindOfTerm<Table extends keyof Tables, Terms extends object, Located extends Terms> = {
  table: Table
  columns: Columns<Table>
  /** The possible prices of a product that they concern, at a moment, in the order in which they are considered. */
  offers: (listPrice: number | null, terms: Terms, qty: number, at: Date) => Offer[]
  /** What of them concerns a product. */
  on: (product: PricedProduct, terms: Located) => Terms
  /**
   * Those of the customer whose id the one expression gives, as JSON, that concern a product of the other relation, which
   * has their `id`, `brand_id` and `category_id`.
   */
  read: (workspaceId: string, customerId: RawBuilder<unknown>, products: RawBuilder<unknown>) => Expressions<Located>
  /**
   * How much of its list price a customer pays for one of the product of line `l` by such a term, in basis points; 0 by
   * one that fixes the price, null where none applies at that moment.
   */
  listShare: (workspaceId: string, customerId: RawBuilder<unknown>, at: Date) => RawBuilder<number | null>
  /** One text for all of them that can matter to the lines of a price change, in a statement with `basisOf`. */
  hash: (workspaceId: string, at: Date) => RawBuilder<string>
}

type Expressions<T> = { [Name in keyof T]: RawBuilder<T[Name]> }

/** What of a kind is needed to know when its terms hold. */
export type Dated = { table: string; columns: Record<string, Meaning> }

function columnsThat(meaning: Meaning, { columns }: Dated): string[] {
  return Object.keys(columns).filter((column) => columns[column] === meaning)
}

/** True of a row `r` of the kind that holds at that moment: from its start, included, until its end, excluded. */
export function holds(kind: Dated, at: Date): RawBuilder<boolean> {
  const conditions = [
    ...columnsThat('starts', kind).map(
      (column) => sql`(r.${sql.raw(column)} is null or r.${sql.raw(column)} <= ${at})`,
    ),
    isNotOver(kind, at),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** True of a row `r` of the kind that holds at that moment, or will. */
export function isNotOver(kind: Dated, at: Date): RawBuilder<boolean> {
  const conditions = columnsThat('ends', kind).map(
    (column) => sql`(r.${sql.raw(column)} is null or r.${sql.raw(column)} > ${at})`,
  )
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

/** A number for a row `r` of the kind: another one where prices may be others, at that moment. */
export function hashOfRow(kind: Dated, at: Date): RawBuilder<number> {
  const priced = columnsThat('priced', kind).map((column) => sql`r.${sql.raw(column)}`)
  const isDated = columnsThat('starts', kind).length + columnsThat('ends', kind).length > 0
  return sql`hash_record_extended(row(${sql.join([...priced, ...(isDated ? [holds(kind, at)] : [])])}), 0)`
}

/** The last moments, up to that one, at which terms of the kind began or ended. */
export function lastChanges(kind: Dated, workspaceId: RawBuilder<string>, at: Date): RawBuilder<Date | null>[] {
  return [...columnsThat('starts', kind), ...columnsThat('ends', kind)].map((name) => {
    const column = sql`r.${sql.raw(name)}`
    return sql`(select max(${column}) from ${sql.table(kind.table)} r
      where r.workspace_id = ${workspaceId} and ${column} <= ${at})`
  })
}

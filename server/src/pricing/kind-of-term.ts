import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Candidate } from '../database/column-values.ts'
import type { Tables } from '../database/tables.ts'

/** The fields of a product that terms depend on. */
export type PricedProduct = { id: string; brandId: string | null; categoryId: string | null }

/** A possible price, and the reason why it does not apply, if there is one. */
export type Offer = Omit<Candidate, 'applied' | 'reason'> & { obstacle: string | null }

/** The role of a column: prices depend on its value, it is the start or the end of the term, or it does not matter. */
type Meaning = 'priced' | 'starts' | 'ends' | 'ignored'

/** The role of every column of the table. A new column does not compile until it has one. */
type Columns<Table extends keyof Tables> = Record<keyof Tables[Table], Meaning>

/** Whose terms: the column for customers or for price groups, and an id as an expression. */
export type OwnerInSql = { column: 'customer_id' | 'group_id'; id: RawBuilder<unknown> }

/**
 * A kind of term that prices of a customer depend on, in all forms that the service needs. `Terms` are the input of the
 * evaluation. `Located` are the same terms with the ids of their products, brands or categories.
 */
export type KindOfTerm<Table extends keyof Tables, Terms extends object, Located extends Terms> = {
  table: Table
  columns: Columns<Table>
  /** The possible prices of a product by these terms, at a time, in the order of evaluation. */
  offers: (listPrice: number | null, terms: Terms, qty: number, at: Date) => Offer[]
  /** The times (ISO 8601) at which terms start or end. */
  turns: (terms: Terms) => string[]
  /** Tells the terms that apply to a product, after one look at all of them. */
  on: (terms: Located) => (product: PricedProduct) => Terms
  /**
   * SQL: the terms of an owner, as JSON, for the products of a relation with the columns `id`, `brand_id` and
   * `category_id`; with `past` as they were at that time.
   */
  read: (workspaceId: string, owner: OwnerInSql, products: RawBuilder<unknown>, past?: Date) => Expressions<Located>
}

type Expressions<T> = { [Name in keyof T]: RawBuilder<T[Name]> }

/** The part of a kind that tells when its terms apply. */
type Dated = { table: string; columns: Record<string, Meaning> }

function columnsThat(meaning: Meaning, { columns }: Dated): string[] {
  return Object.keys(columns).filter((column) => columns[column] === meaning)
}

/** SQL: true if row `r` of the kind applies at that time. The start is included, the end is excluded. */
export function holds(kind: Dated, at: Date): RawBuilder<boolean> {
  const conditions = [
    ...columnsThat('starts', kind).map(
      (column) => sql`(r.${sql.raw(column)} is null or r.${sql.raw(column)} <= ${at})`,
    ),
    isNotOver(kind, at),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

/** SQL: true if row `r` of the kind applies at that time or later. */
export function isNotOver(kind: Dated, at: Date): RawBuilder<boolean> {
  const conditions = columnsThat('ends', kind).map(
    (column) => sql`(r.${sql.raw(column)} is null or r.${sql.raw(column)} > ${at})`,
  )
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

/** SQL: a hash of row `r` of the kind. It differs if prices at that time may differ. */
export function hashOfRow(kind: Dated, at: Date): RawBuilder<number> {
  const priced = columnsThat('priced', kind).map((column) => sql`r.${sql.raw(column)}`)
  const isDated = columnsThat('starts', kind).length + columnsThat('ends', kind).length > 0
  return sql`hash_record_extended(row(${sql.join([...priced, ...(isDated ? [holds(kind, at)] : [])])}), 0)`
}

/** SQL: the last times, up to that one, at which terms of the kind started or ended. */
export function lastChanges(
  kind: Dated,
  workspaceId: RawBuilder<string>,
  at: Date | RawBuilder<Date>,
): RawBuilder<Date | null>[] {
  return [...columnsThat('starts', kind), ...columnsThat('ends', kind)].map((name) => {
    const column = sql`r.${sql.raw(name)}`
    // Not max(): a plan that was made while the table was empty may read all rows for it.
    return sql`(select ${column} from ${sql.table(kind.table)} r
      where r.workspace_id = ${workspaceId} and ${column} <= ${at} order by ${column} desc limit 1)`
  })
}

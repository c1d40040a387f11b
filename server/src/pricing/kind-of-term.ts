import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Candidate } from '../database/column-values.ts'
import type { Tables } from '../database/tables.ts'

/** The fields of a product that terms depend on. */
export type PricedProduct = { id: string; brandId: string | null; categoryId: string | null }

/** A possible price, and the reason why it does not apply, if there is one. */
export type Offer = Omit<Candidate, 'applied' | 'reason'> & { obstacle: string | null }

/** Whose terms: the column for customers or for price groups, and an id as an expression. */
export type OwnerInSql = { column: 'customer_id' | 'group_id'; id: RawBuilder<unknown> }

/**
 * A kind of term that prices of a customer depend on, in all forms that the service needs. `Terms` are the input of the
 * evaluation. `Located` are the same terms with the ids of their products, brands or categories.
 */
export type KindOfTerm<Table extends keyof Tables, Terms extends object, Located extends Terms> = {
  table: Table
  /** The columns with the start and the end of a term; null: terms are not dated. */
  period: { starts: keyof Tables[Table] & string; ends: keyof Tables[Table] & string } | null
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
type Dated = { table: string; period: { starts: string; ends: string } | null }

/** SQL: true if row `r` of the kind applies at that time. The start is included, the end is excluded. */
export function holds(kind: Dated, at: Date): RawBuilder<boolean> {
  if (kind.period === null) return sql`true`
  const starts = sql.ref(`r.${kind.period.starts}`)
  return sql`((${starts} is null or ${starts} <= ${at}) and ${isNotOver(kind, at)})`
}

/** SQL: true if row `r` of the kind applies at that time or later. */
export function isNotOver({ period }: Dated, at: Date): RawBuilder<boolean> {
  if (period === null) return sql`true`
  const ends = sql.ref(`r.${period.ends}`)
  return sql`(${ends} is null or ${ends} > ${at})`
}

/** SQL: the last times, up to that one, at which terms of the kind started or ended. */
export function lastChanges(
  { table, period }: Dated,
  workspaceId: RawBuilder<string>,
  at: Date | RawBuilder<Date>,
): RawBuilder<Date | null>[] {
  return Object.values(period ?? {}).map((name) => {
    const column = sql.ref(`r.${name}`)
    // Not max(): a plan that was made while the table was empty may read all rows for it.
    return sql`(select ${column} from ${sql.table(table)} r
      where r.workspace_id = ${workspaceId} and ${column} <= ${at} order by ${column} desc limit 1)`
  })
}

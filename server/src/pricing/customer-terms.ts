import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import { groupOfCustomer } from './group-of-customer.ts'
import type { PricedProduct, OwnerInSql } from './kind-of-term.ts'
import { KINDS_OF_TERM } from './kinds-of-term.ts'
import type { CustomerTerms, LocatedTerms, Terms, TermsOfCustomer } from './kinds-of-term.ts'

export type { PricedProduct, TermsOfCustomer }

/**
 * The terms of a customer and of its price group, as JSON, for the products of a relation with the columns `id`,
 * `brand_id` and `category_id`. `customerId` is an expression. With `past`: as they were at that time.
 */
export function customerTerms(
  workspaceId: string,
  customerId: RawBuilder<unknown>,
  products: RawBuilder<unknown>,
  past?: Date,
): RawBuilder<TermsOfCustomer> {
  const termsOf = (owner: OwnerInSql) =>
    sql.join(
      KINDS_OF_TERM.flatMap((kind) => Object.entries(kind.read(workspaceId, owner, products, past))).flatMap(
        ([name, terms]) => [sql.lit(name), terms],
      ),
    )
  return sql`json_build_object(
    ${termsOf({ column: 'customer_id', id: customerId })},
    'group', (
      select json_build_object('name', of_group.name, ${termsOf({ column: 'group_id', id: sql`of_group.id` })})
      from ${groupOfCustomer(workspaceId, customerId, past)} of_group))`
}

/** The terms of a customer for products. */
export async function readTerms(
  { db, workspaceId }: WorkspaceContext,
  customerId: string,
  products: readonly PricedProduct[],
): Promise<TermsOfCustomer> {
  const rows = products.map(({ id, brandId, categoryId }) => ({ id, brand_id: brandId, category_id: categoryId }))
  const terms = customerTerms(workspaceId, sql`${customerId}::uuid`, sql`page`)
  const { rows: found } = await sql<{ terms: TermsOfCustomer }>`
    with page as (select * from ${rowset(rows, 'id uuid, brand_id uuid, category_id uuid')})
    select ${terms} as terms`.execute(db)
  return found[0]!.terms
}

/** The terms of a customer, and of its price group, that apply to a product. */
export function termsOn(product: PricedProduct, terms: TermsOfCustomer): CustomerTerms {
  const { group } = terms
  return { ...partOn(product, terms), group: group && { name: group.name, ...partOn(product, group) } }
}

type PartFinder = (product: PricedProduct) => Terms

/** Terms are sorted by product the first time that they are asked for: a page asks for each of its products. */
const finders = new WeakMap<LocatedTerms, PartFinder>()

function partOn(product: PricedProduct, terms: LocatedTerms): Terms {
  if (!finders.has(terms)) finders.set(terms, finderOf(terms))
  return finders.get(terms)!(product)
}

function finderOf(terms: LocatedTerms): PartFinder {
  const kinds = KINDS_OF_TERM.map((kind) => kind.on(terms))
  return (product) => Object.assign({}, ...kinds.map((on) => on(product)))
}

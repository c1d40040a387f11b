import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import type { PricedProduct, OwnerInSql } from './kind-of-term.ts'
import { KINDS_OF_TERM } from './kinds-of-term.ts'
import type { CustomerTerms, LocatedTerms, Terms, TermsOfCustomer } from './kinds-of-term.ts'
import { buyersOfCustomer, shapeBuyer } from '../customers/buyers.ts'
import { CONTACT } from '../customers/contacts.ts'
import { selectCustomers, shapeCustomer } from '../customers/customer-rows.ts'
import { isNamed, pickCustomer } from '../customers/find-customer.ts'
import { atOneState } from '../database/paging/index.ts'
import { agreedPricesOf } from './list-agreed-prices.ts'
import { allDiscountsOf } from './list-discounts.ts'
import { withVersion } from '../customers/edit-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'
import type { PriceGroupRef } from '../customers/term-owner.ts'

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

/** One customer by id or account code, with its terms and buyers, of one state of the workspace. Throws NotFound. */
export async function readCustomer(context: WorkspaceContext, idOrCode: string) {
  const { result } = await atOneState(context, async () => {
    const rows = await selectCustomers(context)
      .select(buyersOfCustomer(context.workspaceId).as('buyers'))
      .where(isNamed(idOrCode))
      .execute()
    const { buyers, ...customer } = pickCustomer(rows, idOrCode)
    return {
      ...shapeCustomer(customer),
      discountRules: await allDiscountsOf(context, customer),
      agreedPrices: await agreedPricesOf(context, customer),
      buyers: buyers.map(shapeBuyer),
    }
  })
  return result
}

/** One customer by id with its discounts and buyers, of one state of the workspace. Throws NotFound. */
export async function readCustomerForStaff(context: WorkspaceContext, id: string) {
  const { result } = await atOneState(context, async () => {
    const found = isUuid(id) ? await readRow(context, id) : undefined
    if (!found) throw new NotFound(`There is no customer with the id ${quoted(id)}.`, 'unknown_customer')
    const { buyers, agreedPriceCount: count, ...customer } = found
    return {
      ...withVersion(shapeCustomer(customer)),
      discountRules: await allDiscountsOf(context, customer),
      buyers: buyers.map(shapeBuyer),
      agreedPriceCount: count,
    }
  })
  return result
}

function readRow(context: WorkspaceContext, id: string) {
  const { workspaceId } = context
  return selectCustomers(context)
    .select([
      CONTACT.as('contact'),
      buyersOfCustomer(workspaceId).as('buyers'),
      agreedPriceCount(workspaceId).as('agreedPriceCount'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
}

function agreedPriceCount(workspaceId: string): RawBuilder<number> {
  return sql`(select count(*)::integer from agreed_price a
    where a.workspace_id = ${workspaceId} and a.customer_id = customer.id)`
}

/** SQL: the price group of a customer, with its `id` and `name`; no row without one. With `past`: that of that time. */
function groupOfCustomer(workspaceId: string, customerId: RawBuilder<unknown>, past?: Date): RawBuilder<unknown> {
  const present = sql`
    select group_id from customer where workspace_id = ${workspaceId} and id = ${customerId} limit 1`
  const named = sql`
    select g.id, g.name from price_group g
    where g.workspace_id = ${workspaceId} and g.id = belongs.group_id limit 1`
  if (past === undefined) return sql`(select named.* from (${present}) belongs cross join lateral (${named}) named)`
  // The first group that ended later, by its name of then; the present one, where none did.
  return sql`(
    select belongs.group_id as id, coalesce(belongs.group_name, (select name from (${named}) named)) as name
    from (
      (select 1 as rank, group_id, group_name from past_customer_group
        where workspace_id = ${workspaceId} and customer_id = ${customerId} and until > ${past} order by until limit 1)
      union all
      (select 2, present.group_id, null from (${present}) present) order by rank limit 1) belongs
    where belongs.group_id is not null)`
}

/** The present price group of a customer; null without one. */
export async function readPriceGroup(
  { db, workspaceId }: WorkspaceContext,
  customerId: string,
): Promise<PriceGroupRef | null> {
  const { rows } = await sql<PriceGroupRef>`
    select id, name from ${groupOfCustomer(workspaceId, sql`${customerId}::uuid`)} of_group`.execute(db)
  return rows[0] ?? null
}

/** True for a product, `p`, that this customer can see: it is active, and visible to all or to this customer. */
export function visibleTo(workspaceId: string, customerId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(p.active and (p.visibility = 'all' or exists (
    select from product_access a
    where a.workspace_id = ${workspaceId} and a.customer_id = ${customerId} and a.product_id = p.id)))`
}

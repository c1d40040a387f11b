import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import {
  askedCustomer,
  CUSTOMER_COLUMNS,
  CUSTOMER_ID,
  customerAsked,
  findCustomer,
} from '../customers/find-customer.ts'
import type { Availability } from '../database/column-values.ts'
import { indexHint } from '../database/index-hint.ts'
import { NotFound, quoted } from '../errors.ts'
import { customerTerms } from '../pricing/customer-terms.ts'
import type { TermsOfCustomer } from '../pricing/customer-terms.ts'
import { listPage, searchPage } from '../reading/index.ts'
import type { List, Order, RawJson, Select } from '../reading/index.ts'
import { isUuid } from '../uuid.ts'
import type { Grouping } from './grouping.ts'
import { idOf, parseDocument, productColumns, writeProduct } from './listed-product.ts'
import type { ProductColumn } from './listed-product.ts'
import { searchFor } from './search-tiers.ts'
import { visibleTo } from './visible-to.ts'

export type ProductFilter = {
  q?: string | undefined
  /** Ids. */
  brand?: string | undefined
  category?: string | undefined
  availability?: Availability | undefined
  active?: boolean | undefined
  /** Id or account code: prices for this customer, of what this customer can see. */
  customer?: string | undefined
  /** Changed at that time or later. */
  updatedSince?: Date | undefined
}

/**
 * A page of the products that pass the filter, each as JSON: by name, by the time of their last change
 * where the filter has one, or with `q` best match first.
 * Throws NotFound for an id.
 */
export async function listProducts(
  context: WorkspaceContext,
  { limit, offset, ...filter }: ProductFilter & { limit: number; offset: number },
): Promise<RawJson[]> {
  if (!isPossible(filter)) {
    await requireNamed(context, filter)
    return []
  }
  const list = productList(context.workspaceId, filter)
  const { rows, facts } =
    filter.q === undefined
      ? await listPage(context, list, { limit, offset })
      : await searchPage(context, list, searchFor(context.workspaceId, filter.q), { limit, offset })
  if (rows.length === 0) await requireNamed(context, filter)
  const at = context.clock()
  return rows.map((product) => writeProduct(product, facts, { qty: 1, at }))
}

/** The products that pass the filter, and what is read of them: with a customer, what its prices follow from. */
function productList(workspaceId: string, filter: ProductFilter): List<ProductColumn, TermsOfCustomer> {
  const { customer } = filter
  const forCustomer = customer !== undefined
  const byChange = filter.updatedSince !== undefined && filter.q === undefined
  return {
    name: JSON.stringify(filter),
    batchKey: JSON.stringify({ ...filter, q: undefined, customer: undefined, forCustomer }),
    select: byChange ? selectChanged(workspaceId, filter) : selectProducts(workspaceId, filter),
    order: byChange ? BY_CHANGE : BY_NAME,
    columns: productColumns({ forCustomer, byChange }),
    asked: forCustomer ? { columns: CUSTOMER_COLUMNS, values: askedCustomer(customer) } : { columns: '', values: {} },
    ctes: forCustomer ? [customerAsked(workspaceId)] : [],
    facts: forCustomer ? customerTerms(workspaceId, CUSTOMER_ID, sql`page`) : undefined,
  }
}

const BY_NAME: Order<ProductColumn> = {
  key: sql`p.name`,
  id: sql`p.id`,
  type: 'text',
  cursorOf: (product) => {
    const { name, id } = parseDocument<{ name: string; id: string }>(product)
    return { key: name, id }
  },
}

/** By when the last change was committed: later ones never come before it. */
const BY_CHANGE: Order<ProductColumn> = {
  key: sql`c.changed_at`,
  id: sql`c.product_id`,
  type: 'timestamptz',
  cursorOf: (product) => ({ key: product.changedAt, id: idOf(product) }),
}

function selectProducts(workspaceId: string, filter: ProductFilter): Select {
  const conditions = conditionsOf(workspaceId, filter)
  return (what, condition, how) => {
    const ours = sql`p.workspace_id = ${workspaceId}`
    // No index answers "is true". Otherwise Postgres, which has no idea of how rare a word is, looks up all products of
    // the workspace as well, to see which are in both.
    const first = how?.byWords ? sql`(${ours}) is true` : ours
    return sql`select ${what} from product p where ${sql.join([first, ...conditions, condition], sql` and `)}`
  }
}

/** The same products, each looked up by itself from the table of changes. */
function selectChanged(workspaceId: string, filter: ProductFilter): Select {
  const conditions = conditionsOf(workspaceId, filter)
  return (what, condition) => sql`
    select ${what} from product_change c cross join lateral (
      select product.*, c.changed_at from product
      where workspace_id = ${workspaceId} and ${indexHint({ id: sql`c.product_id` })} limit 1) p
    where c.workspace_id = ${workspaceId} and c.changed_at >= ${filter.updatedSince}
      and ${sql.join([...conditions, condition], sql` and `)}`
}

/** No more than what the customer sees, where there is one. */
function conditionsOf(workspaceId: string, filter: ProductFilter): RawBuilder<unknown>[] {
  return [
    ...(filter.brand === undefined ? [] : [sql`p.brand_id = ${filter.brand}`]),
    ...(filter.category === undefined ? [] : [sql`p.category_id = ${filter.category}`]),
    ...(filter.availability === undefined ? [] : [sql`p.availability = ${filter.availability}`]),
    ...(filter.active === undefined ? [] : [filter.active ? sql`p.active` : sql`not p.active`]),
    ...(filter.customer === undefined
      ? []
      : [sql`exists (select from asked_customer)`, visibleTo(workspaceId, CUSTOMER_ID)]),
    ...(filter.updatedSince === undefined ? [] : [sql`p.updated_at >= ${filter.updatedSince}`]),
  ]
}

/** False where an id is none: then there are no products, and what is wrong is said by requireNamed. */
function isPossible({ brand, category }: ProductFilter): boolean {
  return (brand === undefined || isUuid(brand)) && (category === undefined || isUuid(category))
}

/** Throws NotFound where there is nothing of an id or code in the filter. Only an empty page can be due to that. */
async function requireNamed(context: WorkspaceContext, filter: ProductFilter): Promise<void> {
  if (filter.customer !== undefined) await findCustomer(context, filter.customer)
  await requireGroup(context, 'brand', filter.brand)
  await requireGroup(context, 'category', filter.category)
}

async function requireGroup(context: WorkspaceContext, grouping: Grouping, id: string | undefined): Promise<void> {
  if (id === undefined) return
  const found =
    isUuid(id) &&
    (await context.db
      .selectFrom(grouping)
      .select('id')
      .where('workspace_id', '=', context.workspaceId)
      .where('id', '=', id)
      .executeTakeFirst())
  if (!found) throw new NotFound(`There is no ${grouping} with the id ${quoted(id)}.`)
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, findCustomer, requestedCustomer } from '../customers/find-customer.ts'
import type { Availability } from '../database/column-values.ts'
import { NotFound, quoted } from '../errors.ts'
import { customerTerms, visibleTo } from '../pricing/customer-terms.ts'
import type { TermsOfCustomer } from '../pricing/customer-terms.ts'
import { pricedAt, productsAt } from '../pricing/priced-at.ts'
import type { PricedAt } from '../pricing/priced-at.ts'
import { listPage, pageOfIds, searchPage } from '../database/paging/index.ts'
import type { List, Order, RawJson, Select } from '../database/paging/index.ts'
import { isUuid } from '../lib/uuid.ts'
import type { Grouping } from './groups/brands-and-categories.ts'
import { idOf, parseDocument, productColumns, productJson } from './listed-product.ts'
import type { ListedProduct, ProductColumn } from './listed-product.ts'
import { searchFor } from './search/search-tiers.ts'

export type ProductFilter = {
  q?: string | undefined
  /** Ids. */
  brand?: string | undefined
  category?: string | undefined
  withoutCategory?: boolean | undefined
  availability?: Availability | undefined
  /** Values of details, by name. */
  details?: Record<string, string> | undefined
  active?: boolean | undefined
  /** Id or account code: only products that this customer can see, at the prices of this customer. */
  customer?: string | undefined
  /** Changed at that time or later. */
  updatedSince?: Date | undefined
  visibility?: 'all' | 'selected' | undefined
  withoutPrice?: boolean | undefined
  /** The time that prices are of; without it now. Which products match, and who sees them, is as it is now. */
  at?: Date | undefined
}

/**
 * A page of the products that match the filter, each as raw JSON. The order is by name; with `updatedSince` by the time
 * of the last change; with `q` by relevance. Throws NotFound for an unknown id in the filter, and InvalidInput for a time
 * whose prices are not known.
 */
export async function listProducts(
  context: WorkspaceContext,
  input: ProductFilter & { limit: number; offset: number },
): Promise<RawJson[]> {
  const { rows, terms } = await findProducts(context, input)
  const at = input.at ?? context.clock()
  return rows.map((product) => productJson(product, terms, { qty: 1, at }))
}

export type FoundProducts = { rows: ListedProduct[]; terms: TermsOfCustomer | null }

/** The same page as rows, with the terms of the customer on their prices. */
export async function findProducts(
  context: WorkspaceContext,
  { limit, offset, ...filter }: ProductFilter & { limit: number; offset: number },
): Promise<FoundProducts> {
  if (!isPossible(filter)) {
    await requireNamed(context, filter)
    return { rows: [], terms: null }
  }
  const at = await pricedAt(context, filter.at, { withTerms: filter.customer !== undefined })
  const list = productList(context.workspaceId, filter, at)
  const { rows, facts } =
    filter.q === undefined
      ? await listPage(context, list, { limit, offset })
      : await searchPage(
          context,
          list,
          searchFor(
            context.workspaceId,
            filter.q,
            passes(context, filter),
            filter.customer === undefined ? undefined : CUSTOMER_ID,
          ),
          {
            limit,
            offset,
          },
        )
  if (rows.length === 0) await requireNamed(context, filter)
  return { rows, terms: facts }
}

/** Those of these products that the customer can see, in the same order, with its terms on their prices. */
export async function findByIds(
  context: WorkspaceContext,
  { ids, customer }: { ids: readonly string[]; customer: string },
): Promise<FoundProducts> {
  if (ids.length === 0) return { rows: [], terms: null }
  const { rows, facts } = await pageOfIds(context, productList(context.workspaceId, { customer }, undefined), ids)
  return { rows, terms: facts }
}

/** The list of products that match the filter. With a customer, it also reads the terms that prices depend on. */
function productList(
  workspaceId: string,
  filter: ProductFilter,
  at: PricedAt | undefined,
): List<ProductColumn, TermsOfCustomer> {
  const { customer } = filter
  const forCustomer = customer !== undefined
  const byChange = filter.updatedSince !== undefined && filter.q === undefined
  return {
    name: JSON.stringify(filter),
    select: byChange ? selectChanged(workspaceId, filter) : selectProducts(workspaceId, filter),
    order: byChange ? BY_CHANGE : BY_NAME,
    columns: productColumns(workspaceId, { forCustomer, byChange }),
    shown: at && ((rows) => productsAt(workspaceId, at, { rows, columns: byChange ? CHANGED : LISTED })),
    ctes: forCustomer ? [requestedCustomer(workspaceId, customer)] : [],
    facts: forCustomer ? customerTerms(workspaceId, CUSTOMER_ID, sql`page`, at?.isPast ? at.at : undefined) : undefined,
  }
}

/** What a page needs of a product besides what its price follows from. */
const LISTED = ['id', 'document', 'updated_at', 'replaced_by']
const CHANGED = [...LISTED, 'changed_at']

const BY_NAME: Order<ProductColumn> = {
  key: sql`p.name`,
  id: sql`p.id`,
  type: 'text',
  cursorOf: (product) => {
    const { name, id } = parseDocument<{ name: string; id: string }>(product)
    return { key: name, id }
  },
}

/** By the commit time of the last change. A later change never sorts before an earlier one. */
const BY_CHANGE: Order<ProductColumn> = {
  key: sql`c.changed_at`,
  id: sql`c.product_id`,
  type: 'timestamptz',
  cursorOf: (product) => ({ key: product.changedAt, id: idOf(product) }),
}

function selectProducts(workspaceId: string, filter: ProductFilter): Select {
  const conditions = conditionsOf(workspaceId, filter)
  const ours = sql`p.workspace_id = ${workspaceId}`
  return (what, condition) =>
    sql`select ${what} from product p where ${sql.join([ours, ...conditions, condition], sql` and `)}`
}

function passes({ workspaceId }: WorkspaceContext, filter: ProductFilter): RawBuilder<boolean> | null {
  const conditions = conditionsOf(workspaceId, filter)
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** The same products in the order of the table of changes, with one index lookup for each product. */
function selectChanged(workspaceId: string, filter: ProductFilter): Select {
  const conditions = conditionsOf(workspaceId, filter)
  return (what, condition) => sql`
    select ${what} from product_change c cross join lateral (
      select product.*, c.changed_at from product
      where workspace_id = ${workspaceId} and id = c.product_id limit 1) p
    where c.workspace_id = ${workspaceId} and c.changed_at >= ${filter.updatedSince}
      and ${sql.join([...conditions, condition], sql` and `)}`
}

/** The filter as SQL conditions. With a customer, only the products that it can see. */
export function conditionsOf(workspaceId: string, filter: ProductFilter): RawBuilder<unknown>[] {
  return [
    ...(filter.brand === undefined ? [] : [sql`p.brand_id = ${filter.brand}`]),
    ...(filter.category === undefined ? [] : [sql`p.category_id = ${filter.category}`]),
    ...(filter.withoutCategory ? [sql`p.category_id is null`] : []),
    ...(filter.availability === undefined ? [] : [sql`p.availability = ${filter.availability}`]),
    ...(filter.details === undefined ? [] : [sql`p.details @> ${JSON.stringify(filter.details)}::jsonb`]),
    ...(filter.active === undefined ? [] : [filter.active ? sql`p.active` : sql`not p.active`]),
    ...(filter.customer === undefined
      ? []
      : [sql`exists (select from requested_customer)`, visibleTo(workspaceId, CUSTOMER_ID)]),
    ...(filter.visibility === undefined ? [] : [sql`p.visibility = ${filter.visibility}`]),
    ...(filter.withoutPrice === undefined ? [] : [filter.withoutPrice ? sql`p.unpriced` : sql`not p.unpriced`]),
    ...(filter.updatedSince === undefined ? [] : [sql`p.updated_at >= ${filter.updatedSince}`]),
  ]
}

/** False if an id in the filter is not a UUID: nothing matches it. */
export function isPossible({ brand, category }: Pick<ProductFilter, 'brand' | 'category'>): boolean {
  return (brand === undefined || isUuid(brand)) && (category === undefined || isUuid(category))
}

/** Throws NotFound for an unknown id in the filter. */
export async function requireNamed(context: WorkspaceContext, filter: ProductFilter): Promise<void> {
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
  if (!found) throw new NotFound(`There is no ${grouping} with the id ${quoted(id)}.`, `unknown_${grouping}`)
}

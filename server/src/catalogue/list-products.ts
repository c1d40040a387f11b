import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID, findCustomer } from '../customers/find-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import type { Written } from '../written.ts'
import type { Grouping } from './grouping.ts'
import { NOTHING } from './find-page.ts'
import { writeProduct } from './listed-product.ts'
import type { Page, ProductFilter } from './page.ts'
import { pageByName } from './page-by-name.ts'
import { searchPage } from './search-page.ts'
import { visibleTo } from './visible-to.ts'

/**
 * A page of the products that pass the filter, each as JSON: by name, or with `q` best match first.
 * Throws NotFound for an id.
 */
export async function listProducts(
  context: WorkspaceContext,
  input: ProductFilter & { limit: number; offset: number },
): Promise<Written[]> {
  const { q, limit, offset, ...filter } = input
  const page = { customer: filter.customer, products: productsOf(context, filter), limit, offset }
  const { products, terms } = !isPossible(filter)
    ? NOTHING
    : q === undefined
      ? await pageByName(context, page, filter)
      : await searchPage(context, page, { ...filter, q })
  if (products.length === 0) await requireNamed(context, filter)
  const at = context.clock()
  return products.slice(0, limit).map((product) => writeProduct(product, terms, { qty: 1, at }))
}

/** The products that pass the filter: no more than what the customer sees, where there is one. */
function productsOf({ workspaceId }: WorkspaceContext, filter: ProductFilter): Page['products'] {
  const conditions = [
    ...(filter.brand === undefined ? [] : [sql`p.brand_id = ${filter.brand}`]),
    ...(filter.category === undefined ? [] : [sql`p.category_id = ${filter.category}`]),
    ...(filter.availability === undefined ? [] : [sql`p.availability = ${filter.availability}`]),
    ...(filter.active === undefined ? [] : [filter.active ? sql`p.active` : sql`not p.active`]),
    ...(filter.customer === undefined
      ? []
      : [sql`exists (select from asked_customer)`, visibleTo(workspaceId, CUSTOMER_ID)]),
  ]
  return (condition, how) => {
    const ours = sql`p.workspace_id = ${workspaceId}`
    // No index answers "is true". Otherwise Postgres, which has no idea of how rare a word is, looks up all products of
    // the workspace as well, to see which are in both.
    const first = how?.byWords ? sql`(${ours}) is true` : ours
    return sql`select p.* from product p where ${sql.join([first, ...conditions, condition], sql` and `)}`
  }
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

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { buyersWithEmail } from '../customers/buyers.ts'
import { textArray } from '../database/rowset.ts'
import { slices } from '../database/paging/index.ts'
import { isPossible } from './list-products.ts'
import { PLAIN_COLUMNS, replacementSku } from './product-columns.ts'
import type { PlainFields } from './product-columns.ts'
import { inOneSlice, productsInSlices } from './products-in-slices.ts'
import { matching } from './staff-list.ts'
import type { StaffFilter } from './staff-list.ts'

/** Products read at a time. Each may have 20,000 characters. */
const PAGE = 250

/** A product with everything that an import can set. */
export type ExportedProduct = PlainFields & {
  sku: string
  /** Minor units. */
  listPrice: number | null
  brand: string | null
  category: string | null
  /** A SKU. */
  replacedBy: string | null
  imageUrl: string | null
  /**
   * Account codes or e-mails of the customers that see it. Null if all see it, and if one of them has neither a code
   * nor its own e-mail.
   */
  onlyFor: string[] | null
  details: Record<string, string>
}

/** Products whose details are counted by one statement: each may have 30. */
const DETAILED = 500
/** Names that are counted at once. Where there are more, rare ones are forgotten, and counted from 0 if they come again. */
const COUNTED = 10_000

/**
 * The names of details that most of the matching products have, at most so many, in alphabetical order; and whether
 * there are others.
 */
export async function commonDetails(
  context: WorkspaceContext,
  filter: StaffFilter,
  most: number,
): Promise<{ names: string[]; hasOthers: boolean }> {
  if (!isPossible(filter)) return { names: [], hasOthers: false }
  let counts = new Map<string, number>()
  for await (const slice of productsInSlices(context, filter, DETAILED)) {
    const { rows } = await sql<{ name: string; count: number }>`
      select key as name, count(*)::integer as count from ${slice} p cross join lateral jsonb_object_keys(p.details) key
      where ${matching(context.workspaceId, filter)} group by key order by count desc, key
        limit ${COUNTED}`.execute(context.db)
    for (const { name, count } of rows) counts.set(name, (counts.get(name) ?? 0) + count)
    if (counts.size > COUNTED) counts = new Map(byCount(counts).slice(0, COUNTED / 2))
  }
  const names = byCount(counts).map(([name]) => name)
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${textArray(names.slice(0, most))}) as name order by name`.execute(context.db)
  return { names: rows.map(({ name }) => name), hasOthers: names.length > most }
}

/** The highest first. */
function byCount(counts: ReadonlyMap<string, number>): [name: string, count: number][] {
  return [...counts].toSorted(([a, more], [b, fewer]) => fewer - more || (a < b ? -1 : 1))
}

/** The products that match, by SKU, a page at a time. No transaction stays open between two pages. */
export async function* productsToExport(
  context: WorkspaceContext,
  filter: StaffFilter,
): AsyncGenerator<ExportedProduct[]> {
  if (!isPossible(filter)) return
  for await (const ids of matchingInSlices(context, filter)) {
    for (let from = 0; from < ids.length; from += PAGE) {
      const rows = await readPage(context, ids.slice(from, from + PAGE))
      if (rows.length > 0) yield rows.map(shaped)
    }
  }
}

/** Ids in the order of SKUs: of all that match, or of those in a slice of the catalogue. */
async function* matchingInSlices(context: WorkspaceContext, filter: StaffFilter): AsyncGenerator<string[]> {
  const single = await inOneSlice(context, filter)
  const parts = single ? [single] : slices(context, { table: 'product', by: { sku_key: 'text' } })
  for await (const part of parts) {
    const { rows } = await sql<{ ids: string[] | null }>`
      select json_agg(p.id) as ids from (
        select p.id from ${part} p where ${matching(context.workspaceId, filter)}
          order by p.sku_key) p`.execute(context.db)
    yield rows[0]!.ids ?? []
  }
}

type Recipient = string | null
type ReadRow = Omit<ExportedProduct, 'onlyFor'> & { recipients: Recipient[] | null }

async function readPage({ db, workspaceId }: WorkspaceContext, ids: readonly string[]): Promise<ReadRow[]> {
  const { rows } = await sql<ReadRow>`
    select p.sku, ${PLAIN_COLUMNS}, p.list_price as "listPrice", p.details,
      (select name from brand where workspace_id = ${workspaceId} and id = p.brand_id) as brand,
      (select name from category where workspace_id = ${workspaceId} and id = p.category_id) as category,
      ${replacementSku(workspaceId)} as "replacedBy",
      (select source_url from product_image
        where workspace_id = ${workspaceId} and product_id = p.id) as "imageUrl",
      case when p.visibility = 'selected' then ${recipientsOf(workspaceId)} end as recipients
    from unnest(${textArray(ids)}) with ordinality as asked(id, position) cross join lateral (
      select * from product
      where workspace_id = ${workspaceId} and id = asked.id::uuid limit 1) p
    order by asked.position`.execute(db)
  return rows
}

/** SQL: for each customer of the product its account code, else its e-mail if nobody else has it, else null. */
function recipientsOf(workspaceId: string) {
  return sql`(
    select json_agg(coalesce(c.account_code, case when not exists (
      select from customer other
      where other.workspace_id = ${workspaceId} and other.email_key = c.email_key and other.id <> c.id
      union all select from ${buyersWithEmail(workspaceId, sql`c.email_key`)} b where b.customer_id <> c.id) then c.email end)
      order by c.name_key)
    from product_access a join customer c on c.workspace_id = ${workspaceId} and c.id = a.customer_id
    where a.workspace_id = ${workspaceId} and a.product_id = p.id)`
}

function shaped({ recipients, ...product }: ReadRow): ExportedProduct {
  const known = recipients?.every((recipient) => recipient !== null && !/[|;]/.test(recipient))
  return { ...product, onlyFor: known ? (recipients as string[]) : null }
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import type { Row } from '../database/tables.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'
import { PLAIN_COLUMNS } from './product-columns.ts'
import type { PlainFields } from './product-columns.ts'

/** A product as staff edit it. */
export type ProductToEdit = PlainFields & {
  id: string
  /** Changes with every change of the product: the time of the last one, in microseconds. */
  version: string
  sku: string
  brand: string | null
  category: string | null
  /** Those that see it while the visibility is `selected`, by name. */
  customers: CustomerRef[]
  /** Minor units. */
  listPrice: number | null
  details: Record<string, string>
  image: { sourceUrl: string | null; status: Row<'product_image'>['status'] } | null
  createdAt: string
  updatedAt: string
}

/** A product with the names of its groups and customers. With `lock`, it stays as it is until the transaction ends. */
export async function productToEdit(
  { db, workspaceId }: WorkspaceContext,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ProductToEdit> {
  const { rows } = isUuid(id)
    ? await sql<ProductToEdit & { created: Date; updated: Date }>`
    select p.id, (extract(epoch from c.changed_at) * 1000000)::bigint::text as version, p.sku,
      ${PLAIN_COLUMNS}, p.list_price as "listPrice", p.details,
      (select name from brand where workspace_id = ${workspaceId} and id = p.brand_id) as brand,
      (select name from category where workspace_id = ${workspaceId} and id = p.category_id) as category,
      coalesce((
        select json_agg(json_build_object('id', r.id, 'accountCode', r.account_code, 'name', r.name))
        from product_access a cross join lateral (
          select id, account_code, name from customer
          where workspace_id = ${workspaceId} and id = a.customer_id limit 1) r
        where a.workspace_id = ${workspaceId} and a.product_id = p.id), '[]') as customers,
      (select json_build_object('sourceUrl', source_url, 'status', status) from product_image
        where workspace_id = ${workspaceId} and product_id = p.id) as image,
      p.created_at as created, p.updated_at as updated
    from product p join product_change c on c.workspace_id = ${workspaceId} and c.product_id = p.id
    where p.workspace_id = ${workspaceId} and p.id = ${id} ${lock ? sql`for no key update of p` : sql``}`.execute(db)
    : { rows: [] }
  const [row] = rows
  if (!row) throw new NotFound(`There is no product with the id ${quoted(id)}.`)
  const { created, updated, ...product } = row
  product.customers.sort((a, b) => a.name.localeCompare(b.name))
  return { ...product, createdAt: created.toISOString(), updatedAt: updated.toISOString() }
}

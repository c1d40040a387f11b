import type { NewRow, Row } from '../database/tables.ts'
import { matchingKey, fold } from '../lib/matching-key.ts'
import { PLAIN_ENTRIES } from '../shared/product-fields.ts'
import type { PlainField } from '../shared/product-fields.ts'
import type { GroupsByKey } from './groups/brands-and-categories.ts'
import { PLAIN_COLUMNS, replacementSku } from './product-columns.ts'
import type { PlainFields } from './product-columns.ts'
import { searchDocument } from './search/search-words.ts'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { ofContact } from '../customers/contacts.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import { uuidOf } from '../lib/uuid.ts'
import type { PlannedProduct, StoredProduct } from './plan-upsert.ts'

/** What staff change of a product. What is left out stays; null clears. */
export type ProductEdit = { [F in PlainField]?: PlainFields[F] | undefined } & {
  sku?: string | undefined
  /** Names; created if missing. */
  brand?: string | null | undefined
  category?: string | null | undefined
  /** A SKU. */
  replacedBy?: string | null | undefined
  /** All of them. */
  details?: Record<string, string> | undefined
  /** Ids of those that see it, if the visibility is `selected`. */
  customers?: string[] | undefined
  /** Minor units. It goes into a draft price change. */
  listPrice?: number | undefined
  /** The draft for the list price. Without it, a new one. */
  priceChangeId?: string | null | undefined
}

type Columns = Partial<Omit<NewRow<'product'>, 'id' | 'workspace_id'>>
type Changes = Record<string, { from: unknown; to: unknown }>

/** What an edit names. */
export type NamedByEdit = {
  brand: GroupsByKey
  category: GroupsByKey
  replacement?: { id: string; sku: string } | undefined
}

/** The columns that an edit changes, and what the activity says of it. Pure. */
export function editedColumns(
  workspaceId: string,
  before: ProductToEdit,
  edit: ProductEdit,
  { replacement, ...groups }: NamedByEdit,
): { columns: Columns; changes: Changes } {
  const columns: Record<string, unknown> = {}
  const changes: Changes = {}
  const change = (field: keyof ProductToEdit & keyof ProductEdit, to: unknown, written: Columns) => {
    if (to === undefined || to === before[field]) return
    changes[field] = { from: before[field], to }
    Object.assign(columns, written)
  }
  for (const { field, column } of [{ field: 'sku', column: 'sku' } as const, ...PLAIN_ENTRIES]) {
    change(field, edit[field], { [column]: edit[field] })
  }
  for (const grouping of ['brand', 'category'] as const) {
    const name = edit[grouping]
    const group = typeof name === 'string' ? groups[grouping].get(matchingKey(name)) : undefined
    change(grouping, name && group!.name, { [`${grouping}_id`]: group?.id ?? null })
  }
  change('replacedBy', edit.replacedBy && replacement!.sku, { replaced_by: replacement?.id ?? null })
  if (edit.details && Object.keys(changedDetails(before.details, edit.details)).length > 0) {
    columns['details'] = JSON.stringify(edit.details)
    Object.assign(changes, changedDetails(before.details, edit.details))
  }
  return { columns: { ...(columns as Columns), ...derivedColumns(workspaceId, before, changes) }, changes }
}

/** The columns that are computed from changed fields. */
function derivedColumns(workspaceId: string, before: ProductToEdit, changes: Changes): Columns {
  const after = <F extends keyof ProductToEdit>(field: F) => (changes[field]?.to ?? null) as ProductToEdit[F]
  const has = (...fields: (keyof ProductToEdit)[]) => fields.some((field) => field in changes)
  const now = { ...before, ...Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to])) }
  return {
    ...(has('sku') && { sku_key: matchingKey(after('sku')) }),
    ...(has('name') && { name_folded: fold(after('name')) }),
    ...(has('manufacturerRef') && {
      manufacturer_ref_key: now.manufacturerRef === null ? null : matchingKey(now.manufacturerRef),
    }),
    ...(has('name', 'description', 'brand', 'category') && { search: searchDocument(workspaceId, now) }),
  }
}

export type ProductToEdit = PlainFields & {
  id: string
  /** Changes with every change of the product: the time of the last one, in microseconds. */
  version: string
  sku: string
  brand: string | null
  category: string | null
  /** A SKU. */
  replacedBy: string | null
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
  context: WorkspaceContext,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ProductToEdit> {
  const { db, workspaceId } = context
  const seen = sql.join([sql`customer.id = a.customer_id`, ...ofContact(context, 'customer.id')], sql` and `)
  const { rows } = await sql<ProductToEdit & { created: Date; updated: Date }>`
    select p.id, (extract(epoch from c.changed_at) * 1000000)::bigint::text as version, p.sku,
      ${PLAIN_COLUMNS}, p.list_price as "listPrice", p.details,
      (select name from brand where workspace_id = ${workspaceId} and id = p.brand_id) as brand,
      (select name from category where workspace_id = ${workspaceId} and id = p.category_id) as category, ${replacementSku(workspaceId)} as "replacedBy",
      coalesce((
        select json_agg(json_build_object('id', r.id, 'accountCode', r.account_code, 'name', r.name))
        from product_access a cross join lateral (
          select id, account_code, name from customer
          where workspace_id = ${workspaceId} and ${seen} limit 1) r
        where a.workspace_id = ${workspaceId} and a.product_id = p.id), '[]') as customers,
      (select json_build_object('sourceUrl', source_url, 'status', status) from product_image
        where workspace_id = ${workspaceId} and product_id = p.id) as image,
      p.created_at as created, p.updated_at as updated
    from product p join product_change c on c.workspace_id = ${workspaceId} and c.product_id = p.id
    where p.workspace_id = ${workspaceId}
      and p.id = ${uuidOf(id)} ${lock ? sql`for no key update of p` : sql``}`.execute(db)
  const [row] = rows
  if (!row) throw new NotFound(`There is no product with the id ${quoted(id)}.`)
  const { created, updated, ...product } = row
  product.customers.sort((a, b) => a.name.localeCompare(b.name))
  return { ...product, createdAt: created.toISOString(), updatedAt: updated.toISOString() }
}

type FieldChanges = Record<string, { from: unknown; to: unknown }>

/**
 * What a planned write changes of a product, field by field as the activity names them; a detail is `details.Colour`.
 */
export function changedFields(
  before: Omit<StoredProduct, 'id' | 'sku' | 'version'>,
  after: PlannedProduct,
): FieldChanges {
  const changes: FieldChanges = {}
  const compare = (field: string, from: unknown, to: unknown) => {
    if (from !== to) changes[field] = { from, to }
  }
  for (const { field, column } of PLAIN_ENTRIES) compare(field, before.values[column], after.values[column])
  compare('brand', before.brand, after.brand)
  compare('category', before.category, after.category)
  compare('replacedBy', before.replacedBy, after.replacedBy)
  if (before.values.list_price === null) compare('listPrice', null, after.values.list_price)
  if (after.imageUrl !== null) compare('imageUrl', before.imageUrl, after.imageUrl)
  if (after.customerIds !== null) compare('customers', before.customerIds.length, after.customerIds.length)
  return { ...changes, ...changedDetails(before.values.details, after.values.details) }
}

function changedDetails(before: Record<string, string>, after: Record<string, string>): FieldChanges {
  const changes: FieldChanges = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before, after].map((details) => (Object.hasOwn(details, name) ? details[name] : null))
    if (from !== to) changes[`details.${name}`] = { from, to }
  }
  return changes
}

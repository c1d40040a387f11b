import { sql } from 'kysely'
import type { ProductChanges } from '../workspaces/activity/product-changes.ts'
import type { WorkspaceContext } from '../context.ts'
import { askedKeys, jsonBatches, jsonRowset, rowset, uuidArray } from '../database/rowset.ts'
import { fold, matchingKey } from '../lib/matching-key.ts'
import { mapInSlices } from '../lib/map-in-slices.ts'
import { recordPastGroups } from '../pricing/priced-at.ts'
import { planUpsert } from './plan-upsert.ts'
import type { PlannedProduct, StoredProduct } from './plan-upsert.ts'
import { VALUE_TYPES, replacementSku } from './product-columns.ts'
import type { ProductValues } from './product-columns.ts'
import { searchDocument } from './search/search-words.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import { noteGone } from '../workspaces/activity/record-changes.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest, NotFound, quoted } from '../errors.ts'
import type { Row } from '../database/tables.ts'
import { isUuid } from '../lib/uuid.ts'

/** The columns that a write sets, with their SQL types. */
const COLUMNS = { ...VALUE_TYPES, name_folded: 'text', manufacturer_ref_key: 'text', search: 'tsvector' }
const VALUES = sql.raw(
  Object.keys(VALUE_TYPES)
    .map((column) => `p.${column}`)
    .join(', '),
)
const NAMES = sql.raw(Object.keys(COLUMNS).join(', '))
const ROW = `id uuid, sku text, sku_key text, ${Object.entries(COLUMNS)
  .map((column) => column.join(' '))
  .join(', ')}`
const NEW_VALUES = sql.raw(
  Object.keys(COLUMNS)
    .map((column) => `${column} = excluded.${column}`)
    .join(', '),
)

/**
 * The stored products with these SKUs, by SKU key, with the names of their brands and categories. One statement reads
 * them, so all values are from the same snapshot.
 */
export async function readProducts(
  { db, workspaceId }: WorkspaceContext,
  skuKeys: readonly string[],
): Promise<Map<string, StoredProduct>> {
  const { rows } = await sql<ProductValues & Omit<StoredProduct, 'values'> & { sku_key: string }>`
    select p.id, p.sku, p.sku_key, p.version, ${VALUES},
      (select b.name from brand b where b.workspace_id = ${workspaceId} and b.id = p.brand_id) as brand,
      (select c.name from category c where c.workspace_id = ${workspaceId} and c.id = p.category_id) as category,
      (select i.source_url from product_image i
        where i.workspace_id = ${workspaceId} and i.product_id = p.id) as "imageUrl",
      ${replacementSku(workspaceId)} as "replacedBy",
      case when p.visibility = 'selected' then
        (select coalesce(json_agg(a.customer_id order by a.customer_id), '[]') from product_access a
          where a.workspace_id = ${workspaceId} and a.product_id = p.id)
      end as "customerIds"
    from ${askedKeys(skuKeys)} cross join lateral (
      select p.*, p.xmin as version from product p
      where p.workspace_id = ${workspaceId} and p.sku_key = asked.key limit 1) p`.execute(db)
  return new Map(
    rows.map(({ id, sku, sku_key, version, brand, category, replacedBy, imageUrl, customerIds, ...values }) => [
      sku_key,
      { id, sku, version, values, brand, category, replacedBy, imageUrl, customerIds: customerIds ?? [] },
    ]),
  )
}

/**
 * Locks the products with these SKUs until the transaction ends, in key order, and returns their present state. Reuses
 * `seen`, read before, if nobody has written the products since. Each returned product is locked.
 */
export async function lockProducts(
  context: WorkspaceContext,
  skuKeys: readonly string[],
  seen: ReadonlyMap<string, StoredProduct>,
): Promise<Map<string, StoredProduct>> {
  for (let read = new Map(seen); ;) {
    const { rows } = await sql<{ sku_key: string; version: string }>`
      select p.sku_key, p.version from (select key from ${askedKeys(skuKeys)} order by key collate "C") asked
      cross join lateral (
        select p.sku_key, p.xmin as version from product p
        where p.workspace_id = ${context.workspaceId} and p.sku_key = asked.key limit 1
        for no key update) p`.execute(context.db)
    if (rows.length === read.size && rows.every((row) => read.get(row.sku_key)?.version === row.version)) return read
    // A separate statement: a statement that waited for a lock still sees old images and access lists. It may also find
    // products that were created after the locking; the next round locks those.
    read = await readProducts(context, skuKeys)
  }
}

/**
 * Upserts the products: creates new ones, and writes all values of existing ones. Existing ones must be locked. Pass
 * them in key order. Returns the SKU keys that were written. A SKU that another call created meanwhile is not written,
 * only locked: the caller can then read and update it. `before` has the existing ones, by SKU key.
 */
export async function writeProducts(
  trx: WorkspaceContext,
  products: readonly PlannedProduct[],
  before: ReadonlyMap<string, Pick<StoredProduct, 'values'>> = new Map(),
): Promise<Set<string>> {
  const { db, workspaceId, clock } = trx
  const now = clock()
  const regrouped = products.filter(({ skuKey, values }) => changesGroup(before.get(skuKey)?.values, values))
  if (regrouped.length > 0) {
    const ids = regrouped.map(({ id }) => ({ id }))
    await recordPastGroups(trx, rowset(ids, 'id uuid', 'regrouped'))
  }
  const rows = await mapInSlices(products, (product) => JSON.stringify(columns(workspaceId, product)))
  const written = new Set<string>()
  for await (const batch of jsonBatches(rows)) {
    const result = await sql<{ sku_key: string }>`
      insert into product as p (workspace_id, id, sku, sku_key, created_at, updated_at, ${NAMES})
      select ${workspaceId}, id, sku, sku_key, ${now}, ${now}, ${NAMES} from ${jsonRowset(batch, ROW)}
      on conflict (workspace_id, sku_key) do update set updated_at = excluded.updated_at, ${NEW_VALUES}
      where p.id = excluded.id
      returning sku_key`.execute(db)
    for (const { sku_key } of result.rows) written.add(sku_key)
  }
  return written
}

function changesGroup(before: ProductValues | undefined, after: ProductValues): boolean {
  return before !== undefined && (before.brand_id !== after.brand_id || before.category_id !== after.category_id)
}

/** The changed products for `recordActivity`; undefined if there are none. */
export function changesOf(context: WorkspaceContext, products: readonly { id: string }[]): ProductChanges | undefined {
  if (products.length === 0) return undefined
  const rows = products.map(({ id }) => ({ id }))
  return { ids: sql`select id from ${rowset(rows, 'id uuid', 'written')}`, at: context.clock() }
}

/** Replaces the access lists of the products whose plan has a new one. */
export async function replaceAccess(
  { db, workspaceId }: WorkspaceContext,
  products: readonly Pick<PlannedProduct, 'id' | 'customerIds'>[],
): Promise<void> {
  const replaced = products.filter((product) => product.customerIds !== null)
  if (replaced.length === 0) return
  const pairs = replaced.flatMap(({ id, customerIds }) =>
    customerIds!.map((customerId) => ({ product_id: id, customer_id: customerId })),
  )
  const ids = uuidArray(replaced.map(({ id }) => id))
  await sql`delete from product_access where workspace_id = ${workspaceId} and product_id = any(${ids})`.execute(db)
  await sql`insert into product_access (workspace_id, product_id, customer_id)
    select ${workspaceId}, product_id, customer_id
    from ${rowset(pairs, 'product_id uuid, customer_id uuid')}`.execute(db)
}

function columns(workspaceId: string, product: PlannedProduct) {
  const { values, brand, category } = product
  return {
    id: product.id,
    sku: product.sku,
    sku_key: product.skuKey,
    ...values,
    name_folded: fold(values.name),
    manufacturer_ref_key: values.manufacturer_ref === null ? null : matchingKey(values.manufacturer_ref),
    search: searchDocument(workspaceId, { name: values.name, brand, category, description: values.description }),
  }
}

/**
 * Creates a product, without a price if none is given, which only staff can do. `listPrice` is in minor units.
 * Throws InvalidRequest if the SKU exists.
 */
export async function createProduct(
  context: WorkspaceContext,
  { sku, name, unitLabel, listPrice }: { sku: string; name: string; unitLabel: string; listPrice?: number | undefined },
): Promise<{ id: string }> {
  const item = { sku, skuKey: matchingKey(sku), name, unitLabel, listPrice }
  const none = { brands: new Map(), categories: new Map(), replacements: new Map(), recipients: new Map() }
  const { creates } = planUpsert([item], new Map(), none)
  const { id } = creates[0]!
  await inTransaction(context, async (trx) => {
    const created = await writeProducts(trx, creates)
    if (!created.has(item.skuKey)) throw new InvalidRequest(`There is a product with the SKU "${sku}" already.`)
    const entry = {
      action: 'product.create',
      subject: { type: 'product', id, label: sku },
      changes: { name, unitLabel, ...(listPrice !== undefined && { listPrice }) },
    }
    await recordActivity(trx, entry, changesOf(trx, [{ id }]))
  })
  return { id }
}

/**
 * Deletes a product with its agreed prices and its lines in price changes. Orders keep copies of its names and prices.
 * Throws NotFound for the SKU or the id.
 */
export async function deleteProduct(
  context: WorkspaceContext,
  named: { sku: string } | { id: string },
): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    const product = await lockProduct(trx, named)
    await noteGone(trx, 'product', sql`workspace_id = ${trx.workspaceId} and id = ${product.id}`)
    await trx.db
      .deleteFrom('product')
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', product.id)
      .execute()
    await trx.db
      .deleteFrom('product_change')
      .where('workspace_id', '=', trx.workspaceId)
      .where('product_id', '=', product.id)
      .execute()
    await recordActivity(trx, {
      action: 'product.delete',
      subject: { type: 'product', id: product.id, label: product.sku },
      changes: { name: product.name },
    })
    return { id: product.id }
  })
}

type Named = { sku: string } | { id: string }

/**
 * The product with this SKU, ignoring case, or this id. In a transaction, it stays locked until that ends. Throws
 * NotFound.
 */
export async function lockProduct(context: WorkspaceContext, named: Named): Promise<Row<'product'>> {
  const product = await find(context, named)
  if (product) return product
  throw new NotFound(
    'sku' in named
      ? `There is no product with the SKU "${named.sku}".`
      : `There is no product with the id ${quoted(named.id)}.`,
  )
}

async function find({ db, workspaceId }: WorkspaceContext, named: Named): Promise<Row<'product'> | undefined> {
  if ('id' in named && !isUuid(named.id)) return undefined
  const products = db.selectFrom('product').selectAll().where('workspace_id', '=', workspaceId)
  const found =
    'id' in named ? products.where('id', '=', named.id) : products.where('sku_key', '=', matchingKey(named.sku))
  return found.$if(db.isTransaction, (query) => query.forUpdate()).executeTakeFirst()
}

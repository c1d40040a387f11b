import { sql } from 'kysely'
import type { StoredLine } from '../activity/stored-edits.ts'
import { nextChangeTime } from '../activity/product-changes.ts'
import type { ProductChanges } from '../activity/product-changes.ts'
import { noteGone } from '../activity/record-changes.ts'
import { withSameVersion } from '../activity/record-versions.ts'
import { writeField } from '../../catalogue/bulk/bulk-edit.ts'
import type { CachedValue } from '../../catalogue/bulk/bulk-edit.ts'
import { changesOf, lockProducts, readProducts, replaceAccess, writeProducts } from '../../catalogue/product-writes.ts'
import type { PlannedProduct, StoredProduct } from '../../catalogue/plan-upsert.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { ProductEditField } from '../../database/column-values.ts'
import { askedIds, rowset, uuidArray } from '../../database/rowset.ts'
import { queueImages, removeImage } from '../../catalogue/images/product-images.ts'
import { withFactors, PriceImpactSum } from '../../pricing/impact/price-impact.ts'
import { readCompared } from '../../pricing/impact/products.ts'
import type { PriceFactors } from '../../pricing/impact/products.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { productsByIds } from '../../pricing/price-changes/price-change-basis.ts'
import { lockNames } from '../lock-names.ts'
import type { OldLine, UndoKind, UndoneImpact } from './undo-lines.ts'

/** What a product was before an import, to undo that. */
export type ProductBefore = Pick<StoredProduct, 'values' | 'brand' | 'category' | 'imageUrl' | 'customerIds'> & {
  /** Whether the import changed the image, and who may see it. */
  isImageNew: boolean
  isAccessNew: boolean
}

/** Products with all that an import may change. New ones go, unless they are in use. */
export const wholeProducts: UndoKind<ProductBefore> = {
  versioned: 'product_change',
  usesOf: usesOfProducts,
  intact: async (context, lines) => {
    const created = lines.flatMap(({ id, before }) => (before === null ? [id] : []))
    const used = await usesOfProducts(context, created)
    return intactProducts(
      context,
      lines.filter(({ id }) => !used.has(id)),
      ({ values }) => ({ brand: values.brand_id, category: values.category_id }),
    )
  },
  moves: (context) =>
    undoneImpact(context, ({ values, customerIds, isAccessNew }: ProductBefore) => ({
      brandId: values.brand_id ?? '',
      categoryId: values.category_id ?? '',
      ...(isAccessNew && { viewers: values.visibility === 'all' ? null : customerIds }),
    })),
  lock: lockBySku,
  restore,
  remove,
}

/** Where an old value puts a product, for the fields that move prices. */
const FACTORS: Partial<Record<ProductEditField, (was: any) => Partial<PriceFactors>>> = {
  brand: (was: string | null) => ({ brandId: was ?? '' }),
  category: (was: string | null) => ({ categoryId: was ?? '' }),
  visibility: (was: string[] | null) => ({ viewers: was }),
}

/** One field of products that an act changed at once. They must be locked. */
export function productField(field: ProductEditField): UndoKind<CachedValue> {
  const factorsOf = FACTORS[field]
  return {
    versioned: 'product_change',
    intact: (context, lines) => intactProducts(context, lines, ({ is }) => ({ [field]: is })),
    ...(factorsOf && {
      moves: (context) => undoneImpact(context, ({ is }: CachedValue) => factorsOf(is)),
    }),
    restore: async (trx, lines) => {
      const at = await nextChangeTime(trx, trx.clock())
      const rows = lines.map(({ id, before }) => ({ record_id: id, before }))
      const relation = sql`(select * from ${rowset(rows, 'record_id uuid, before jsonb', 'line')})`
      await writeField(trx, field, relation, { value: sql`(l.before -> 'is')`, at })
    },
  }
}

/** The minimum quantities of a file. */
export const minimumQuantities: UndoKind<CachedValue> = { ...productField('minOrderQty'), lock: lockBySku }

/** Locks the products of an edit in the order of all writers. */
export async function lockEditedProducts(trx: WorkspaceContext, editId: string): Promise<void> {
  const { db, workspaceId } = trx
  await lockNames(trx, 'shared')
  await sql`
    with locked as materialized (
      select p.id from record_edit_line l join product p on p.workspace_id = ${workspaceId} and p.id = l.record_id
      where l.workspace_id = ${workspaceId} and l.edit_id = ${editId} order by p.sku_key for no key update of p)
    select count(*) from locked`.execute(db)
}

/** The same for the products of a few lines. */
async function lockBySku(trx: WorkspaceContext, lines: readonly StoredLine[]): Promise<void> {
  await lockNames(trx, 'shared')
  const keys = keysOf(lines)
  await lockProducts(trx, keys, await readProducts(trx, keys))
}

function keysOf(lines: readonly StoredLine[]): string[] {
  return lines.map(({ label: sku }) => matchingKey(sku))
}

/**
 * The products that nobody has changed since. Their old brand and category must be there: one that was merged into
 * another does not come back.
 */
async function intactProducts<Before>(
  context: WorkspaceContext,
  lines: readonly StoredLine<Before>[],
  groupsOf: (before: Before) => { brand?: unknown; category?: unknown },
): Promise<StoredLine<Before>[]> {
  const same = await withSameVersion(context, 'product_change', lines)
  const groups = same.map(({ before }) => (before === null ? {} : groupsOf(before)))
  const there = {
    brand: await present(context, 'brand', new Set(groups.map(({ brand = null }) => brand))),
    category: await present(context, 'category', new Set(groups.map(({ category = null }) => category))),
  }
  return same.filter((_, i) => {
    const { brand = null, category = null } = groups[i]!
    return there.brand.has(brand) && there.category.has(category)
  })
}

/** Those of the brands or categories that are there; null, for none, always is. */
async function present(
  { db, workspaceId }: WorkspaceContext,
  grouping: 'brand' | 'category',
  ids: ReadonlySet<unknown>,
): Promise<Set<unknown>> {
  const named = [...ids].filter((id) => typeof id === 'string')
  if (named.length === 0) return new Set([null])
  const { rows } = await sql<{ id: string }>`
    select g.id from ${askedIds(named)} join ${sql.table(grouping)} g
      on g.workspace_id = ${workspaceId} and g.id = asked.id`.execute(db)
  return new Set([null, ...rows.map(({ id }) => id)])
}

/** What products may be used for, and the table of that. */
const USES = {
  ordered: 'sales_order_line',
  'in a basket': 'basket_line',
  'on a saved list': 'saved_list_line',
  'at an agreed price': 'agreed_price',
  'in a price change': 'price_change_line',
}

/** What those of the products are used for that are in use, in a word. */
async function usesOfProducts(
  { db, workspaceId }: WorkspaceContext,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const cases = Object.entries(USES).map(
    ([use, table]) => sql`
      when exists (select from ${sql.table(table)} t where t.workspace_id = ${workspaceId} and t.product_id = asked.id)
      then ${sql.lit(use)}`,
  )
  const { rows } = await sql<{ id: string; use: string | null }>`
    select asked.id, case ${sql.join(cases, sql` `)} end as use from ${askedIds(ids)}`.execute(db)
  return new Map(rows.flatMap(({ id, use }) => (use === null ? [] : [[id, use]])))
}

/** Adds up what products as they were would do to prices. New products, which go, do not count. */
function undoneImpact<Before>(
  context: WorkspaceContext,
  oldFactors: (before: Before) => Partial<PriceFactors>,
): UndoneImpact {
  const sum = new PriceImpactSum(context)
  return {
    add: async (lines) => {
      const old = new Map(lines.flatMap(({ id, before }) => (before === null ? [] : [[id, before]])))
      const slice = productsByIds(context.workspaceId, [...old.keys()])
      const found = await readCompared(context, slice)
      await sum.add(found.map((product) => withFactors(product, oldFactors(old.get(product.id)!))))
    },
    result: () => sum.result(),
  }
}

async function restore(trx: WorkspaceContext, lines: readonly OldLine<ProductBefore>[]): Promise<ProductChanges> {
  const planned = lines.map(({ id, label: sku, before }): PlannedProduct => ({
    id,
    sku,
    skuKey: matchingKey(sku),
    values: before.values,
    brand: before.brand,
    category: before.category,
    // Its id is among the values.
    replacedBy: null,
    imageUrl: before.isImageNew ? before.imageUrl : null,
    customerIds: before.isAccessNew ? before.customerIds : null,
  }))
  const inOrder = planned.toSorted((a, b) => (a.skuKey < b.skuKey ? -1 : 1))
  await writeProducts(trx, inOrder, await readProducts(trx, keysOf(lines)))
  await replaceAccess(trx, await withoutDeleted(trx, inOrder))
  await queueImages(trx, inOrder)
  for (const { id, before } of lines) {
    if (before.isImageNew && before.imageUrl === null) await removeImage(trx, id)
  }
  return changesOf(trx, lines)!
}

/** A customer that is deleted since does not come back to the list of a product. */
async function withoutDeleted(
  { db, workspaceId }: WorkspaceContext,
  products: readonly PlannedProduct[],
): Promise<PlannedProduct[]> {
  const named = [...new Set(products.flatMap(({ customerIds }) => customerIds ?? []))]
  if (named.length === 0) return [...products]
  const rows = await db
    .selectFrom('customer')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', named)
    .execute()
  const there = new Set(rows.map(({ id }) => id))
  return products.map((product) => ({
    ...product,
    customerIds: product.customerIds?.filter((id) => there.has(id)) ?? null,
  }))
}

async function remove(trx: WorkspaceContext, ids: readonly string[]): Promise<void> {
  const { db, workspaceId } = trx
  const theirs = sql<boolean>`workspace_id = ${workspaceId} and id = any(${uuidArray(ids)})`
  await noteGone(trx, 'product', theirs)
  await sql`delete from product where ${theirs}`.execute(db)
  await sql`
    delete from product_change
    where workspace_id = ${workspaceId} and product_id = any(${uuidArray(ids)})`.execute(db)
}

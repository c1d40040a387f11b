import { changedFields } from '../../catalogue/changed-fields.ts'
import type { PlannedProduct, ProductItem, StoredProduct } from '../../catalogue/plan-upsert.ts'
import { upsertProducts } from '../../catalogue/upsert-products.ts'
import type { WrittenProducts } from '../../catalogue/upsert-products.ts'
import type { WorkspaceContext } from '../../context.ts'
import { matchingKey } from '../../matching-key.ts'
import type { Batch, ChosenRow, Written } from '../import-kind.ts'
import type { NotedChange } from '../note-changes.ts'

/** What a product was before an import, to undo that. */
export type KeptProduct = Pick<StoredProduct, 'values' | 'brand' | 'category' | 'imageUrl' | 'customerIds'> & {
  /** Whether the import changed the image, and who may see it. */
  isImageNew: boolean
  isAccessNew: boolean
}

/** Writes products as a bulk call does. New prices of existing ones go into the draft. */
export async function writeProductRows(
  trx: WorkspaceContext,
  { rows, draft, draftName }: Batch<ProductItem>,
): Promise<Written> {
  let written: WrittenProducts | null = null
  const { priceChangeId, priceChanges } = await upsertProducts(trx, {
    products: rows.map(({ item }) => item),
    priceChangeId: draft,
    draftName,
    recordPart: async (_, products) => {
      written = products
    },
  })
  const { creates = [], updates = [] } = (written as WrittenProducts | null) ?? {}
  return {
    created: creates.length,
    updated: updates.length,
    unchanged: rows.length - creates.length - updates.length,
    prices: priceChanges,
    draft: priceChangeId,
    changes: written ? changesOf(rows, written) : [],
  }
}

function changesOf(
  rows: readonly ChosenRow<ProductItem>[],
  { creates, updates, priceLines, before }: WrittenProducts,
): NotedChange[] {
  const lines = new Map(rows.map(({ line, item }) => [matchingKey(item.sku), line]))
  const prices = new Map(priceLines.map(({ productId, newPrice }) => [productId, newPrice]))
  const updated = new Set(updates.map(({ id }) => id))
  const priceOf = ({ id, values }: StoredProduct): NotedChange['changes'] =>
    prices.has(id) ? { draftedListPrice: { from: values.list_price, to: prices.get(id)! } } : {}
  const noted = ({ id, sku }: { id: string; sku: string }, skuKey: string) => ({
    line: lines.get(skuKey)!,
    recordId: id,
    shownOn: id,
    label: sku,
  })
  return [
    ...creates.map((product): NotedChange => ({
      ...noted(product, product.skuKey),
      kind: 'created',
      changes: {},
      before: null,
    })),
    ...updates.map((after): NotedChange => {
      const was = before.get(after.skuKey)!
      const changes = { ...changedFields(was, after), ...priceOf(was) }
      return { ...noted(after, after.skuKey), kind: 'updated', changes, before: kept(was, after) }
    }),
    ...[...before]
      .filter(([, was]) => prices.has(was.id) && !updated.has(was.id))
      .map(([skuKey, was]): NotedChange => ({
        ...noted(was, skuKey),
        kind: 'price',
        changes: priceOf(was),
        before: null,
      })),
  ]
}

function kept({ values, brand, category, imageUrl, customerIds }: StoredProduct, after: PlannedProduct): KeptProduct {
  const [isImageNew, isAccessNew] = [after.imageUrl !== null, after.customerIds !== null]
  return { values, brand, category, imageUrl, customerIds, isImageNew, isAccessNew }
}

import { sql } from 'kysely'
import { changedFields } from '../catalogue/changed-fields.ts'
import type { PlannedProduct, ProductItem, StoredProduct } from '../catalogue/plan-upsert.ts'
import { upsertProducts } from '../catalogue/upsert-products.ts'
import type { WrittenProducts } from '../catalogue/upsert-products.ts'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import { inTransaction } from '../database/transaction.ts'
import { matchingKey } from '../matching-key.ts'
import { keepRejects } from './check-import.ts'
import { updateClaimed } from './claim-import.ts'
import type { Claim } from './claim-import.ts'
import type { RejectedRow } from './list-rejects.ts'

export type ChosenRow = { line: number; product: ProductItem }

/** How far an import has come, and its draft for new prices. */
export type Progress = {
  lastLine: number
  done: number
  created: number
  updated: number
  unchanged: number
  prices: number
  rejected: number
  draft: string | null
}

/** What a product was before an import, to undo that. */
export type KeptProduct = Pick<StoredProduct, 'values' | 'brand' | 'category' | 'imageUrl' | 'customerIds'> & {
  /** Whether the import changed the image, and who may see it. */
  isImageNew: boolean
  isAccessNew: boolean
}

type Written = { created: number; updated: number; unchanged: number; prices: number; draft: string | null }

/** Writes up to a hundred rows, notes what they changed, and moves the import on: all of it or nothing. Throws ClaimLost. */
export async function writeRows(
  context: WorkspaceContext,
  claim: Claim,
  batch: { fileName: string; rows: readonly ChosenRow[]; rejected: readonly RejectedRow[]; progress: Progress },
): Promise<Progress> {
  const { rejected, progress } = batch
  return inTransaction(context, async (trx) => {
    // Locks the import: nobody stops it, or goes on with it, before this is written.
    await updateClaimed(trx, claim, {})
    const written = await write(trx, claim.id, batch)
    if (rejected.length > 0) await keepRejects(trx, claim.id, rejected)
    const next: Progress = {
      ...progress,
      created: progress.created + written.created,
      updated: progress.updated + written.updated,
      unchanged: progress.unchanged + written.unchanged,
      prices: progress.prices + written.prices,
      rejected: progress.rejected + rejected.length,
      draft: progress.draft ?? written.draft,
    }
    const { lastLine: last_line, draft: price_change_id, ...counts } = next
    await updateClaimed(trx, claim, { last_line, price_change_id, ...counts })
    return next
  })
}

async function write(
  trx: WorkspaceContext,
  importId: string,
  { fileName, rows, progress }: { fileName: string; rows: readonly ChosenRow[]; progress: Progress },
): Promise<Written> {
  const nothing = { created: 0, updated: 0, unchanged: rows.length, prices: 0, draft: null }
  if (rows.length === 0) return nothing
  const lines = new Map(rows.map(({ line, product }) => [matchingKey(product.sku), line]))
  let done: Written = nothing
  const { priceChangeId, priceChanges } = await upsertProducts(trx, {
    products: rows.map(({ product }) => product),
    priceChangeId: progress.draft,
    draftName: fileName,
    recordPart: async (trx, written) => {
      await noteChanges(trx, importId, lines, written)
      const [created, updated] = [written.creates.length, written.updates.length]
      done = { ...nothing, created, updated, unchanged: rows.length - created - updated }
    },
  })
  return { ...done, prices: priceChanges, draft: priceChangeId }
}

type NotedChange = {
  line: number
  product_id: string
  sku: string
  kind: string
  changes: object
  before: object | null
}

async function noteChanges(
  { db, workspaceId }: WorkspaceContext,
  importId: string,
  lines: ReadonlyMap<string, number>,
  { creates, updates, priceLines, before }: WrittenProducts,
): Promise<void> {
  const prices = new Map(priceLines.map(({ productId, newPrice }) => [productId, newPrice]))
  const updated = new Set(updates.map(({ id }) => id))
  const noted: NotedChange[] = creates.map(({ id, sku, skuKey }) => ({
    line: lines.get(skuKey)!,
    product_id: id,
    sku,
    kind: 'created',
    changes: {},
    before: null,
  }))
  const priceOf = ({ id, values }: Pick<StoredProduct, 'id' | 'values'>) =>
    prices.has(id) ? { draftedListPrice: { from: values.list_price, to: prices.get(id)! } } : {}
  for (const after of updates) {
    const was = before.get(after.skuKey)!
    const changes = { ...changedFields(was, after), ...priceOf(was) }
    const noting = { line: lines.get(after.skuKey)!, product_id: after.id, sku: after.sku, kind: 'updated' }
    noted.push({ ...noting, changes, before: kept(was, after) })
  }
  for (const [skuKey, was] of before) {
    if (updated.has(was.id) || !prices.has(was.id)) continue
    const noting = { line: lines.get(skuKey)!, product_id: was.id, sku: was.sku, kind: 'price' }
    noted.push({ ...noting, changes: priceOf(was), before: null })
  }
  if (noted.length === 0) return
  const columns = 'line integer, product_id uuid, sku text, kind text, changes jsonb, before jsonb'
  await sql`
    insert into data_import_change (workspace_id, import_id, line, product_id, sku, kind, changes, before, changed_at)
    select ${workspaceId}, ${importId}, noted.line, noted.product_id, noted.sku, noted.kind, noted.changes, noted.before, (
      select c.changed_at from product_change c where c.workspace_id = ${workspaceId} and c.product_id = noted.product_id)
    from ${rowset(noted, columns, 'noted')}`.execute(db)
}

function kept({ values, brand, category, imageUrl, customerIds }: StoredProduct, after: PlannedProduct): KeptProduct {
  const [isImageNew, isAccessNew] = [after.imageUrl !== null, after.customerIds !== null]
  return { values, brand, category, imageUrl, customerIds, isImageNew, isAccessNew }
}

import { sql } from 'kysely'
import { recordPart } from '../activity/record-activity.ts'
import type { PlannedProduct, StoredProduct } from '../catalogue/plan-upsert.ts'
import { changesOf, lockProducts, readProducts, replaceAccess, writeProducts } from '../catalogue/product-writes.ts'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import { inTransaction } from '../database/transaction.ts'
import { queueImages } from '../images/queue-images.ts'
import { removeImage } from '../images/remove-image.ts'
import { matchingKey } from '../matching-key.ts'
import { lockNames } from '../workspaces/lock-names.ts'
import { claimedImport, updateClaimed } from './claim-import.ts'
import type { Claim } from './claim-import.ts'
import { findImport } from './import-row.ts'
import { recordUndone } from './move-import.ts'
import type { ImportTools } from './tools.ts'
import type { KeptProduct } from './write-rows.ts'

const BATCH = 200

type Change = {
  product_id: string
  sku: string
  kind: 'created' | 'updated'
  before: KeptProduct | null
  intact: boolean
}
type Outcome = 'restored' | 'removed' | 'kept'
type Counts = Record<Outcome, number>
/** What is undone up to a line of the file. */
type Place = { line: number; counts: Counts }

/**
 * Takes back what an import changed, two hundred products at a time: products get their old values back, and new ones are deleted.
 * What anybody has changed since is left, and a new product that has agreed prices. Orders keep copies of what they show. Throws ClaimLost.
 */
export async function undoImport(
  context: WorkspaceContext,
  claim: Claim,
  { runQueued }: ImportTools,
  signal?: AbortSignal,
): Promise<void> {
  const { restored, removed, kept } = await claimedImport(context, claim)
  for (let place: Place | null = { line: 0, counts: { restored, removed, kept } }; place;) {
    signal?.throwIfAborted()
    const from: Place = place
    place = await runQueued(context, (turn) => undoBatch(turn, claim, from))
  }
  await inTransaction(context, async (trx) => {
    await updateClaimed(trx, claim, { status: 'undone', lease: null, leased_until: null })
    await recordUndone(trx, await findImport(trx, claim.id))
  })
}

/** Null if nothing is left. */
async function undoBatch(context: WorkspaceContext, claim: Claim, { line, counts }: Place): Promise<Place | null> {
  return inTransaction(context, async (trx) => {
    await updateClaimed(trx, claim, {})
    await lockNames(trx, 'shared')
    const rows = await nextRows(trx, claim.id, line)
    if (rows.length === 0) return null
    const skus = rows.map(({ sku }) => sku)
    const keys = skus.map(matchingKey)
    const products = await lockProducts(trx, keys, await readProducts(trx, keys))
    const changes = await readChanges(trx, claim.id, skus)
    const outcomes = new Map<string, Outcome>(changes.map(({ product_id }) => [product_id, 'kept']))
    const present = (change: Change) => {
      const product = products.get(matchingKey(change.sku))
      return change.intact && product?.id === change.product_id ? product : undefined
    }
    const old = changes.flatMap((change) => {
      const product = change.before && present(change)
      return product ? [{ product, before: change.before! }] : []
    })
    const created = changes.filter((change) => change.kind === 'created' && present(change))
    for (const id of await remove(trx, created)) outcomes.set(id, 'removed')
    for (const { product } of old) outcomes.set(product.id, 'restored')
    await restore(trx, old)
    await recordPart(
      trx,
      changesOf(
        trx,
        old.map(({ product }) => product),
      ),
    )
    await noteOutcomes(trx, claim.id, outcomes)
    const next = { ...counts }
    for (const outcome of outcomes.values()) next[outcome]++
    await updateClaimed(trx, claim, { ...next, done: next.restored + next.removed + next.kept })
    return { line: rows.at(-1)!.line, counts: next }
  })
}

function nextRows({ db, workspaceId }: WorkspaceContext, id: string, afterLine: number) {
  return db
    .selectFrom('data_import_change')
    .select(['line', 'sku'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', id)
    .where('kind', '<>', 'price')
    .where('outcome', 'is', null)
    .where('line', '>', afterLine)
    .orderBy('workspace_id')
    .orderBy('import_id')
    .orderBy('line')
    .limit(BATCH)
    .execute()
}

/**
 * The changes of these products; `intact` if nobody has changed the product since. A brand or category that is gone cannot come
 * back.
 */
async function readChanges(
  { db, workspaceId }: WorkspaceContext,
  id: string,
  skus: readonly string[],
): Promise<Change[]> {
  const group = (name: 'brand' | 'category') => sql`(
    c.before #>> ${sql.raw(`'{values,${name}_id}'`)} is null or exists (
      select from ${sql.table(name)} g
      where g.workspace_id = ${workspaceId} and g.id = (c.before #>> ${sql.raw(`'{values,${name}_id}'`)})::uuid))`
  const { rows } = await sql<Change>`
    select c.product_id, c.sku, c.kind, c.before, exists (
        select from product_change p
        where p.workspace_id = ${workspaceId} and p.product_id = c.product_id and p.changed_at = c.changed_at)
      and not (c.kind = 'created' and exists (
        select from agreed_price a where a.workspace_id = ${workspaceId} and a.product_id = c.product_id))
      and ${group('brand')} and ${group('category')} as intact
    from data_import_change c
    where c.workspace_id = ${workspaceId} and c.import_id = ${id} and c.sku = any(${textArray(skus)})
      and c.kind <> 'price' and c.outcome is null`.execute(db)
  return rows
}

async function remove({ db, workspaceId }: WorkspaceContext, created: readonly Change[]): Promise<string[]> {
  const ids = created.map(({ product_id }) => product_id)
  if (ids.length === 0) return ids
  await db.deleteFrom('product').where('workspace_id', '=', workspaceId).where('id', 'in', ids).execute()
  await db.deleteFrom('product_change').where('workspace_id', '=', workspaceId).where('product_id', 'in', ids).execute()
  return ids
}

async function restore(
  trx: WorkspaceContext,
  old: readonly { product: StoredProduct; before: KeptProduct }[],
): Promise<void> {
  const planned = old.map(({ product: { id, sku }, before }): PlannedProduct => ({
    id,
    sku,
    skuKey: matchingKey(sku),
    values: before.values,
    brand: before.brand,
    category: before.category,
    imageUrl: before.isImageNew ? before.imageUrl : null,
    customerIds: before.isAccessNew ? before.customerIds : null,
  }))
  const inOrder = planned.toSorted((a, b) => (a.skuKey < b.skuKey ? -1 : 1))
  await writeProducts(trx, inOrder)
  await replaceAccess(trx, await withoutDeleted(trx, inOrder))
  await queueImages(trx, inOrder)
  for (const { product, before } of old) {
    if (before.isImageNew && before.imageUrl === null) await removeImage(trx, product.id)
  }
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

async function noteOutcomes(
  { db, workspaceId }: WorkspaceContext,
  id: string,
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> {
  const rows = [...outcomes].map(([product_id, outcome]) => ({ product_id, outcome }))
  await sql`
    update data_import_change c set outcome = noted.outcome
    from json_to_recordset(${JSON.stringify(rows)}::json) as noted(product_id uuid, outcome text)
    where c.workspace_id = ${workspaceId} and c.import_id = ${id} and c.product_id = noted.product_id`.execute(db)
}

import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { askedKeys } from '../database/rowset.ts'
import { recordActivity, recordPart } from '../workspaces/activity/record-activity.ts'
import { counted } from '../shared/counted.ts'
import { findRecipients } from '../customers/find-recipients.ts'
import { inTransaction } from '../database/transaction.ts'
import { queueImages } from './images/product-images.ts'
import { matchingKey } from '../lib/matching-key.ts'
import {
  addToDraft,
  draftOfKey,
  lockDraft,
  requireDraft,
  startDraft,
  takeFromDraft,
} from '../pricing/price-changes/price-change-drafts.ts'
import { lockNames } from '../workspaces/lock-names.ts'
import { InvalidInput } from '../errors.ts'
import { findOrCreateGroups } from './groups/brands-and-categories.ts'
import type { GroupsByKey } from './groups/brands-and-categories.ts'
import { tooManyChosen } from './chosen-customers.ts'
import { changesNothing, groupsOf, planUpsert, detailsAfter } from './plan-upsert.ts'
import type { Lookups, PlannedProduct, ProductItem, Replacements, StoredProduct, UpsertPlan } from './plan-upsert.ts'
import { changesOf, lockProducts, readProducts, replaceAccess, writeProducts } from './product-writes.ts'
import { MAX_DETAILS } from '../shared/limits.ts'

const MAX_UNKNOWN_LISTED = 50

/** What a call wrote, with what was there before by SKU key. */
export type WrittenProducts = Pick<UpsertPlan, 'creates' | 'updates' | 'priceLines'> & {
  before: ReadonlyMap<string, StoredProduct>
}

type UpsertInput = {
  products: ProductItem[]
  /** The draft for new prices of existing products. Without it, a new one is started. */
  priceChangeId?: string | null | undefined
  /**
   * Of an API key, in place of the id: its draft of that name, which is started if there is none. Sent prices that are
   * the list prices already take their products out of it.
   */
  priceChangeKey?: string | null | undefined
  /** The name of a new draft. Without it, that of the actor. */
  draftName?: string | undefined
  /**
   * For a call that is a part of something larger, which records the activity itself: called in the transaction when
   * the products are written, but not if nothing differs.
   */
  recordPart?: (trx: WorkspaceContext, written: WrittenProducts) => Promise<void>
}

type KeyedItem = ProductItem & { skuKey: string }

/**
 * Creates or updates products by SKU: all rows or none. The number of statements does not depend on the number of rows.
 * The SKUs must be unique, ignoring case. A new price for a product with a price goes into a draft price change.
 * Idempotent: a repeat changes no product.
 * Throws NotFound or InvalidRequest if `priceChangeId` is not a draft, and InvalidInput for rows that exceed the limits
 * of a workspace or of a product, and for new products without a name or a unit.
 */
export async function upsertProducts(context: WorkspaceContext, input: UpsertInput) {
  // Rows are locked and created in key order, so two calls never deadlock.
  const items = inKeyOrder(input.products.map((item) => ({ ...item, skuKey: matchingKey(item.sku) })))
  const seen = await readProducts(context, keysOf(items))
  const unchanged = await resultIfUnchanged(context, input, items, seen)
  return unchanged ?? inTransaction(context, (trx) => write(trx, input, items, seen))
}

/** The fast path of an idempotent repeat: the result, if all products are as they are sent. It takes no lock. */
async function resultIfUnchanged(
  context: WorkspaceContext,
  input: UpsertInput,
  items: KeyedItem[],
  seen: ReadonlyMap<string, StoredProduct>,
) {
  if (seen.size < items.length) return undefined
  const recipients = await recipientsOf(context, items)
  // The full write reports this, together with all other errors.
  if (tooManyChosen(items, recipients).length > 0) return undefined
  const lookups = { ...groupsOf(seen.values()), recipients }
  if (!changesNothing(items, seen, lookups)) return undefined
  if (input.priceChangeKey && (await draftOfKey(context, input.priceChangeKey, idsOf(seen)))) return undefined
  // Checked last: a draft now was also a draft when the products were read.
  if (input.priceChangeId) await requireDraft(context, input.priceChangeId)
  return {
    created: 0,
    updated: items.length,
    priceChanges: 0,
    priceChangeId: null,
    unknownCustomers: unknownRecipients(input.products, lookups),
  }
}

async function write(
  trx: WorkspaceContext,
  input: UpsertInput,
  items: KeyedItem[],
  seen: ReadonlyMap<string, StoredProduct>,
) {
  const { priceChangeId: id, priceChangeKey: key } = input
  const givenDraft = id ? await lockDraft(trx, id) : key ? await draftOfKey(trx, key) : null
  await lockNames(trx, 'shared')
  return writeLocked(trx, { ...input, items, seen, givenDraft })
}

async function writeLocked(
  trx: WorkspaceContext,
  {
    items,
    seen,
    givenDraft,
    ...input
  }: UpsertInput & { items: KeyedItem[]; seen: ReadonlyMap<string, StoredProduct>; givenDraft: string | null },
) {
  const lookups = await lookUp(trx, input.products)
  const written = await writeRows(trx, { ...input, items }, seen, lookups)
  const { creates, updates, priceLines, before } = written
  const key = input.priceChangeKey ?? undefined

  await replaceAccess(trx, [...creates, ...updates])
  await queueImages(trx, [...creates, ...updates])
  const name = input.draftName ?? (key === undefined ? trx.actor.name : `${trx.actor.name}: ${key}`)
  const draftId = priceLines.length === 0 ? null : (givenDraft ?? (await startDraft(trx, name, key)))
  const newLines = draftId === null ? 0 : await addToDraft(trx, draftId, priceLines)
  const asListed = key === undefined || !givenDraft ? [] : idsOf(before, priceLines)
  const taken = asListed.length === 0 ? 0 : await takeFromDraft(trx, givenDraft!, asListed)

  const changed = changesOf(trx, [...creates, ...updates])
  if (input.recordPart) {
    await recordPart(trx, changed)
    await input.recordPart(trx, written)
  } else if (creates.length + updates.length + newLines + taken > 0) {
    const entry = {
      action: 'product.upsert',
      subject: subjectOf(items, [...creates, ...updates], priceLines),
      changes: {
        created: creates.length,
        updated: updates.length,
        priceChanges: newLines,
        priceChangeId: draftId,
        ...(taken > 0 && { takenFromDraft: taken }),
      },
    }
    await recordActivity(trx, entry, changed)
  }
  return {
    created: creates.length,
    updated: items.length - creates.length,
    priceChanges: priceLines.length,
    priceChangeId: draftId,
    unknownCustomers: unknownRecipients(input.products, lookups),
  }
}

/** Locks the products that exist, and writes what differs, without access, images and price lines. */
async function writeRows(
  trx: WorkspaceContext,
  { products, items }: { products: ProductItem[]; items: KeyedItem[] },
  seen: ReadonlyMap<string, StoredProduct>,
  lookups: Lookups,
): Promise<WrittenProducts> {
  const before = seen.size === 0 ? seen : await lockProducts(trx, keysOf(items), seen)
  const refused = refusedItems(products, before)
  if (refused.size > 0) {
    throw new InvalidInput([...refused].map(([row, message]) => ({ path: `products.${row}`, message })))
  }
  const plan = planUpsert(items, before, lookups)
  const written = await writeProducts(trx, inKeyOrder([...plan.creates, ...plan.updates]), before)
  const lost = plan.creates.filter(({ skuKey }) => !written.has(skuKey))
  if (lost.length === 0) return { ...plan, before }
  // Another call created these first. They exist now and are locked: plan them as updates, and what they replace anew.
  const lostKeys = new Set(keysOf(lost))
  const left = items.filter(
    ({ skuKey, replacedBy }) => lostKeys.has(skuKey) || (replacedBy && lostKeys.has(matchingKey(replacedBy))),
  )
  const found = await readProducts(trx, keysOf(left))
  const again = planUpsert(left, found, { ...lookups, replacements: new Map([...lookups.replacements, ...found]) })
  await writeProducts(trx, again.updates, found)
  return {
    creates: plan.creates.filter(({ skuKey }) => written.has(skuKey)),
    updates: [...plan.updates, ...again.updates],
    priceLines: [...plan.priceLines, ...again.priceLines],
    before: new Map([...before, ...found]),
  }
}

/**
 * Finds the brands, categories and customers that the rows name. Creates missing brands and categories.
 * Throws InvalidInput for rows that exceed the limits of a workspace.
 */
async function lookUp(trx: WorkspaceContext, items: ProductItem[]): Promise<Lookups> {
  const { brand, category, issues } = await findOrCreateGroups(trx, {
    brand: items.map(({ brand }) => brand ?? undefined),
    category: items.map(({ category }) => category ?? undefined),
  })
  const recipients = await recipientsOf(trx, items)
  const { replacements, refused } = await findReplacements(trx, items)
  const unknown = [...refused].map(([row, message]) => ({ path: `products.${row}.replacedBy`, message }))
  const problems = [...issues, ...tooManyChosen(items, recipients), ...unknown]
  if (problems.length > 0) throw new InvalidInput(problems)
  return { brands: brand, categories: category, replacements, recipients }
}

/**
 * The products that rows name as replacements, also new ones of the same call; and the rows that cannot name theirs, with
 * why.
 */
export async function findReplacements(
  { db, workspaceId }: WorkspaceContext,
  items: readonly Pick<ProductItem, 'sku' | 'replacedBy'>[],
): Promise<{ replacements: Replacements; refused: Map<number, string> }> {
  const refused = new Map<number, string>()
  const named = items.flatMap(({ replacedBy }, row) =>
    replacedBy ? [{ row, sku: replacedBy, key: matchingKey(replacedBy) }] : [],
  )
  if (named.length === 0) return { replacements: new Map(), refused }
  const wanted = new Set(named.map(({ key }) => key))
  const { rows } = await sql<{ key: string; id: string; sku: string }>`
    select p.sku_key as key, p.id, p.sku from ${askedKeys(wanted)} cross join lateral (
      select id, sku, sku_key from product
      where workspace_id = ${workspaceId} and sku_key = asked.key limit 1) p`.execute(db)
  const replacements = new Map(rows.map(({ key, id, sku }) => [key, { id, sku }]))
  for (const { sku } of items) {
    const key = matchingKey(sku)
    if (wanted.has(key)) replacements.getOrInsertComputed(key, () => ({ id: randomUUIDv7(), sku }))
  }
  for (const { row, sku, key } of named) {
    if (key === matchingKey(items[row]!.sku)) refused.set(row, 'Must be another product: none replaces itself.')
    else if (!replacements.has(key)) refused.set(row, `There is no product with the SKU "${sku}".`)
  }
  return { replacements, refused }
}

/** The customers that the rows name. */
async function recipientsOf(context: WorkspaceContext, items: ProductItem[]): Promise<Lookups['recipients']> {
  const lists = items.flatMap(({ onlyFor = [] }) => (onlyFor.length === 0 ? [] : [onlyFor]))
  return lists.length === 0 ? new Map() : findRecipients(context, lists)
}

function inKeyOrder<T extends { skuKey: string }>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => (a.skuKey < b.skuKey ? -1 : 1))
}

function keysOf(items: readonly { skuKey: string }[]): string[] {
  return items.map((item) => item.skuKey)
}

/** The ids of products, but for those that have a line. */
function idsOf(products: ReadonlyMap<string, StoredProduct>, lines: UpsertPlan['priceLines'] = []): string[] {
  const withLine = new Set(lines.map(({ productId }) => productId))
  return [...products.values()].flatMap(({ id }) => (withLine.has(id) ? [] : [id]))
}

function unknownRecipients(items: ProductItem[], { recipients }: Lookups): string[] {
  const unknown = items.flatMap((item) => item.onlyFor ?? []).filter((entry) => !recipients.has(entry))
  return [...new Set(unknown)].slice(0, MAX_UNKNOWN_LISTED)
}

/** The activity subject: the product, or the number of products. */
function subjectOf(
  items: readonly { sku: string }[],
  written: readonly PlannedProduct[],
  priceLines: readonly { productId: string }[],
) {
  const ids = [...new Set([...written.map(({ id }) => id), ...priceLines.map(({ productId }) => productId)])]
  return ids.length === 1 && items.length === 1
    ? { type: 'product', id: ids[0]!, label: items[0]!.sku }
    : { type: 'product', id: null, label: counted(ids.length, 'product') }
}

/** What a bulk call would write. `before` holds the products that exist, by SKU key. `refused`: rows, and why. */
export type Forecast = Awaited<ReturnType<typeof forecastUpsert>>

/**
 * Plans a bulk call as `upsertProducts` does, but for the rows that it would refuse, and writes nothing. The SKUs must
 * be unique, ignoring case.
 */
export async function forecastUpsert(context: WorkspaceContext, products: readonly ProductItem[]) {
  const skuKeys = products.map(({ sku }) => matchingKey(sku))
  const before = await readProducts(context, skuKeys)
  const { replacements, refused: unknown } = await findReplacements(context, products)
  const refused = new Map([...unknown, ...refusedItems(products, before)])
  const items = products
    .filter((_, row) => !refused.has(row))
    .map((item) => ({ ...item, skuKey: matchingKey(item.sku) }))
  const recipients = await recipientsOf(context, items)
  const { brands, categories } = groupsOf(before.values())
  const lookups: Lookups = {
    brands: withOthers(
      brands,
      items.map(({ brand }) => brand),
    ),
    categories: withOthers(
      categories,
      items.map(({ category }) => category),
    ),
    replacements,
    recipients,
  }
  const named = items.flatMap(({ onlyFor = [] }) => onlyFor)
  return {
    plan: planUpsert(items, before, lookups),
    before,
    refused,
    unknownCustomers: [...new Set(named.filter((entry) => !recipients.has(entry)))],
  }
}

/** A brand that none of the products has yet differs from all that they have, whether it exists or not. */
function withOthers(groups: GroupsByKey, names: readonly (string | null | undefined)[]): GroupsByKey {
  const all: GroupsByKey = new Map(groups)
  for (const name of names) {
    if (!name) continue
    const key = matchingKey(name)
    if (!all.has(key)) all.set(key, { id: `another ${key}`, name })
  }
  return all
}

/**
 * The rows that cannot be written beside what is there, and why: a new product needs a name and a unit, and no product
 * may get too many details. `existing` is by SKU key. Never a whole product, which the API has judged.
 */
function refusedItems(
  items: readonly ProductItem[],
  existing: ReadonlyMap<string, StoredProduct>,
): Map<number, string> {
  const refused = new Map<number, string>()
  items.forEach((item, row) => {
    const { sku, name, changedDetails } = item
    const unitLabel = item.unitLabel ?? item.newUnit
    if (name && unitLabel && !changedDetails) return
    const before = existing.get(matchingKey(sku))
    const missing = [...(name ? [] : ['a name']), ...(unitLabel ? [] : ['a unit'])]
    const details = Object.keys(detailsAfter(item, before?.values.details)).length
    if (!before && missing.length > 0) refused.set(row, `${sku} is new: it needs ${missing.join(' and ')}`)
    else if (details > MAX_DETAILS) refused.set(row, `It would have ${details} details, and ${MAX_DETAILS} is the most`)
  })
  return refused
}

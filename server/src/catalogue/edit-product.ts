import { sql } from 'kysely'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { Conflict, invalidField, InvalidInput } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { addToDraft, lockDraft, ownDraft, startOwnDraft } from '../pricing/price-changes/price-change-drafts.ts'
import { recordPastGroups } from '../pricing/priced-at.ts'
import { readPriceChange } from '../pricing/price-changes/list-price-changes.ts'
import { lockNames } from '../workspaces/lock-names.ts'
import { namedCustomers } from '../customers/find-customer.ts'
import { findOrCreateGroups } from './groups/brands-and-categories.ts'
import { editedColumns, productToEdit } from './edited-columns.ts'
import { findReplacements } from './upsert-products.ts'
import type { NamedByEdit, ProductEdit, ProductToEdit } from './edited-columns.ts'
import { impactOfFactors } from './product-impact.ts'
import type { ChangedFactors } from './product-impact.ts'
import { requireSeen } from '../pricing/impact/price-impact.ts'
import type { SeenImpact } from '../pricing/impact/price-impact.ts'
import { changesOf, replaceAccess, lockProduct } from './product-writes.ts'
import { localTime } from '../lib/local-time.ts'
import { PRODUCT_FIELDS } from '../shared/product-fields.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { productHistory } from './product-history.ts'
import type { HistoryEntry } from './product-history.ts'
import { removeImage } from './images/product-images.ts'
import type { PriceImpact } from '../shared/price-impact.ts'

/** The price change that a new list price went into. */
type PriceChangeOfEdit = { id: string; name: string; isNew: boolean }

/**
 * Edits a product that the caller has seen in that version. Throws Conflict, which says who changed what meanwhile, if
 * it has another version now, or if prices move in another way than the caller has seen; NotFound; InvalidInput for a
 * SKU of another product or an unknown customer; and InvalidRequest for a price change that is no draft any more.
 */
export async function editProduct(
  context: WorkspaceContext,
  { id, version, seenMoves, ...edit }: ProductEdit & SeenImpact & { id: string; version: string },
): Promise<{ product: ProductToEdit; priceChange: PriceChangeOfEdit | null }> {
  return inTransaction(context, async (trx) => {
    const draft = await draftFor(trx, edit)
    await lockNames(trx, 'shared')
    const groups = await findOrCreateGroups(trx, {
      brand: [edit.brand ?? undefined],
      category: [edit.category ?? undefined],
    })
    if (groups.issues.length > 0) throw new InvalidInput(groups.issues.map(withoutRow))
    const before = await productToEdit(trx, id, { lock: true })
    if (before.version !== version) throw new Conflict(...(await describeChange(trx, before, version)))
    const act = { products: { ids: [id] }, change: changedFactors(before, edit) }
    await requireSeen(seenMoves, () => impactOfFactors(trx, act))

    const { replacements, refused } = await findReplacements(trx, [{ sku: before.sku, replacedBy: edit.replacedBy }])
    if (refused.size > 0) throw invalidField('replacedBy', refused.get(0)!)
    const changes = await writeEdit(trx, before, edit, { ...groups, replacement: [...replacements.values()][0] })
    const price = await draftPrice(trx, before, edit, draft)
    await recordEdit(trx, before, changes, price?.changes)

    return { product: await productToEdit(trx, id), priceChange: price?.priceChange ?? null }
  })
}

function changedFactors(
  before: ProductToEdit,
  { brand, category, visibility, customers }: ProductEdit,
): ChangedFactors {
  if (visibility === undefined && customers === undefined) return { brand, category }
  const isOpen = (visibility ?? before.visibility) === 'all'
  return { brand, category, customers: isOpen ? null : (customers ?? before.customers.map((customer) => customer.id)) }
}

type Changes = Record<string, { from: unknown; to: unknown }>
const NO_GROUPS: NamedByEdit = { brand: new Map(), category: new Map() }

/**
 * Writes an edit, but for its list price. Returns what it changes. `groups` has the brand and the category that it
 * names.
 */
async function writeEdit(
  trx: WorkspaceContext,
  before: ProductToEdit,
  edit: ProductEdit,
  groups: NamedByEdit = NO_GROUPS,
): Promise<Changes> {
  return { ...(await writeColumns(trx, before, edit, groups)), ...(await writeAccess(trx, before, edit)) }
}

/** Records an edit. `others` are changes that the product itself does not show. */
async function recordEdit(
  trx: WorkspaceContext,
  { id, sku }: ProductToEdit,
  changes: Changes,
  others: object = {},
): Promise<void> {
  const all = { ...changes, ...others }
  if (Object.keys(all).length === 0) return
  const entry = { action: 'product.update', subject: { type: 'product', id, label: sku }, changes: all }
  await recordActivity(trx, entry, Object.keys(changes).length > 0 ? changesOf(trx, [{ id }]) : undefined)
}

async function writeColumns(
  trx: WorkspaceContext,
  before: ProductToEdit,
  edit: ProductEdit,
  groups: NamedByEdit,
): Promise<Changes> {
  const { columns, changes } = editedColumns(trx.workspaceId, before, edit, groups)
  if (columns.sku_key !== undefined) await refuseTakenSku(trx, before.id, columns.sku_key, edit.sku!)
  // A changed access list alone is a change of the product, too.
  const isTouched = Object.keys(changes).length > 0 || edit.customers !== undefined
  if ('brand' in changes || 'category' in changes) {
    await recordPastGroups(trx, sql`(select ${before.id}::uuid as id) product`)
  }
  if (isTouched) {
    await trx.db
      .updateTable('product')
      .set({ ...columns, updated_at: trx.clock() })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', before.id)
      .execute()
  }
  return changes
}

async function refuseTakenSku({ db, workspaceId }: WorkspaceContext, id: string, skuKey: string, sku: string) {
  const other = await db
    .selectFrom('product')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('sku_key', '=', skuKey)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (other) throw invalidField('sku', `Another product has the SKU "${sku}": choose another.`)
}

/** Replaces the list of customers that see the product, if it changes. */
async function writeAccess(
  trx: WorkspaceContext,
  before: ProductToEdit,
  { visibility = before.visibility, customers }: ProductEdit,
): Promise<Changes> {
  const wanted = visibility === 'all' ? [] : customers ? await namedCustomers(trx, customers, 'customers') : undefined
  const [had, gets] = [before.customers, wanted ?? before.customers].map((list) => new Set(list.map(({ id }) => id)))
  if (wanted === undefined || had!.symmetricDifference(gets!).size === 0) return {}
  await replaceAccess(trx, [{ id: before.id, customerIds: wanted.map(({ id }) => id) }])
  return { customers: { from: before.customers.map(nameOf), to: wanted.map(nameOf) } }
}

function nameOf({ name }: { name: string }): string {
  return name
}

/** The draft for a new list price: the one that is named, else the person's own. Null while there is none. */
function draftFor(trx: WorkspaceContext, { listPrice, priceChangeId }: ProductEdit): Promise<string | null> {
  if (priceChangeId) return lockDraft(trx, priceChangeId)
  return listPrice === undefined ? Promise.resolve(null) : ownDraft(trx, 'shared')
}

/** Adds a new list price to the draft, or to a new one of the person. */
async function draftPrice(
  trx: WorkspaceContext,
  { id, listPrice: from }: ProductToEdit,
  { listPrice: to }: ProductEdit,
  draft: string | null,
) {
  if (to === undefined || to === from) return null
  const draftId = draft ?? (await startOwnDraft(trx))
  await addToDraft(trx, draftId, [{ productId: id, newPrice: to }])
  const { name } = await readPriceChange(trx, draftId)
  const priceChange = { id: draftId, name, isNew: draft === null }
  return { priceChange, changes: { draftedListPrice: { from, to }, priceChange: { from: null, to: name } } }
}

/** Issues of a bulk call name its rows; here there is one. */
function withoutRow<T extends { path: string }>(issue: T): T {
  return { ...issue, path: issue.path.replace('products.0.', '') }
}

/** Changes that are looked at, and that the message tells. */
const [LOOKED_AT, TOLD] = [20, 3]

/** The fields that a change can name, as the activity calls them. */
const { imageUrl: _, ...FIELDS } = PRODUCT_FIELDS
const FIELD_NAMES: Record<string, string | undefined> = {
  ...Object.fromEntries(Object.entries(FIELDS).map(([field, { label }]) => [field, label])),
  draftedListPrice: FIELDS.listPrice.label,
  customers: FIELDS.visibility.label,
  details: 'Details',
}

/** Who changed a product since a version of it: a message, and an issue for each field that is known to differ. */
async function describeChange(
  context: WorkspaceContext,
  { id, sku }: ProductToEdit,
  seenVersion: string,
): Promise<[message: string, issues: Issue[]]> {
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const entries = since(seenVersion, await productHistory(context, { id, limit: LOOKED_AT, offset: 0 }))
  const told = entries.slice(0, TOLD).map((entry) => sentence(entry, { timezone, now: context.clock() }))
  const paths = new Set(entries.flatMap(({ changes }) => fieldsOf(changes)))
  return [
    told.join(' ') || `${sku} has changed since you opened it.`,
    [...paths].map((path) => ({ path, message: 'Has changed meanwhile.' })),
  ]
}

/** The entries after that version. In the same millisecond, only the newest one counts. */
function since(version: string, entries: HistoryEntry[]): HistoryEntry[] {
  const seenAt = Math.floor(Number(version) / 1000)
  const later = entries.filter(({ at }) => Date.parse(at) > seenAt)
  return later.length > 0 ? later : entries.slice(0, 1).filter(({ at }) => Date.parse(at) === seenAt)
}

/** The fields of a product that changes name; all details are one. */
function fieldsOf(changes: object): string[] {
  const fields = Object.keys(changes).map((field) => (field.startsWith('details.') ? 'details' : field))
  return fields.filter((field) => FIELD_NAMES[field] !== undefined)
}

function sentence({ at, actor, changes }: HistoryEntry, { timezone, now }: { timezone: string; now: Date }): string {
  const { date, time } = localTime(timezone, new Date(at))
  const on = date === localTime(timezone, now).date ? '' : ` on ${date}`
  const names = new Set(fieldsOf(changes).map((field) => FIELD_NAMES[field]))
  const fields = names.size === 0 ? '' : `: ${[...names].join(', ')}`
  return `${actor.name} changed this${on} at ${time}${fields}.`
}

type ProductUpdate = {
  sku: string
  active?: boolean | undefined
  /** Opens the product to all customers. To choose customers, send `onlyFor` through the API. */
  visibility?: 'all' | undefined
  minOrderQty?: number | undefined
  orderMultiple?: number | undefined
  /** Fields that `PUT /products` can set but not clear. */
  clear?: ('lead-time-note' | 'image')[] | undefined
}

/** Edits fields that only staff may change, whatever they are now. Idempotent. Throws NotFound for the SKU. */
export async function updateProduct(
  context: WorkspaceContext,
  { sku, clear = [], ...fields }: ProductUpdate,
): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    const { id } = await lockProduct(trx, { sku })
    const before = await productToEdit(trx, id)
    const edit = { ...fields, ...(clear.includes('lead-time-note') && { leadTimeNote: null }) }
    const changes = await writeEdit(trx, before, edit)
    const image = clear.includes('image') && (await removeImage(trx, id)) ? { image: { to: null } } : {}
    await recordEdit(trx, before, changes, image)
    return { id }
  })
}

/** What `updateProduct` would do to the prices of customers, and to who sees the product. Throws NotFound. */
export async function previewUpdate(
  context: WorkspaceContext,
  { sku, visibility }: ProductUpdate,
): Promise<PriceImpact | null> {
  if (visibility === undefined) return null
  const { id } = await lockProduct(context, { sku })
  return impactOfFactors(context, { products: { ids: [id] }, change: { customers: null } })
}

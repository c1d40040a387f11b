import { linesOf, readUndoableEdit } from '../activity/stored-edits.ts'
import type { StoredLine } from '../activity/stored-edits.ts'
import { recordActivity, recordPart } from '../activity/record-activity.ts'
import { noteGone } from '../activity/record-changes.ts'
import { markUndone } from '../activity/ways-to-undo.ts'
import type { UndoForecast } from '../activity/ways-to-undo.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { ImportKindName } from '../../database/column-values.ts'
import type { Row } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import {
  requireEditable,
  lineOf,
  lineVersion,
  lockForEdit,
  recordedEdit,
} from '../../pricing/price-changes/apply-edit.ts'
import type { DraftEdit } from '../../pricing/price-changes/apply-edit.ts'
import { counted } from '../../shared/counted.ts'
import type { Right } from '../../shared/rights.ts'
import { forecastUndo, undoLines, customerCodes } from './undo-lines.ts'
import type { UndoKind, ForecastKind, UndoneImpact } from './undo-lines.ts'
import { lockEditedProducts, minimumQuantities, productField, wholeProducts } from './undo-products.ts'
import { sql } from 'kysely'
import { askedIds, askedKeys, rowset, uuidArray } from '../../database/rowset.ts'
import { withSameVersion } from '../activity/record-versions.ts'
import type { CustomerValues } from '../../customers/customer-fields.ts'
import { lockCustomerList, writeCustomers } from '../../customers/customer-rows.ts'
import { priceGroupNames } from '../../customers/plan-customers.ts'
import { lockCustomers } from '../../customers/find-customer.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { groupsOfCustomers, impactOfMembership } from '../../pricing/terms/group-members.ts'
import { requireRight } from '../caller.ts'
import { lockNames } from '../lock-names.ts'
import { overlaps } from '../../pricing/terms/agreed-price-assignment.ts'
import type { AgreedTerms } from '../../pricing/terms/agreed-price-assignment.ts'
import {
  agreedPricesFor,
  agreedPricesOf,
  deleteAgreedPrices,
  updateAgreedPrices,
} from '../../pricing/terms/set-agreed-price.ts'
import type { StoredPrice } from '../../pricing/terms/set-agreed-price.ts'
import { lockPriceGroup } from '../../customers/term-owner.ts'
import { deleteDiscounts, updateDiscounts } from '../../pricing/terms/discounts.ts'

type Line = StoredLine<CustomerValues>

/**
 * Customers. What is left besides those that were changed since: new ones that have terms, buyers or orders, those whose
 * old account code another customer has now, and those whose old price group is gone.
 */
const customers: UndoKind<CustomerValues> = {
  versioned: 'customer',
  intact: async (context, lines) => {
    const same = await withSameVersion(context, 'customer', lines)
    const unused = await withoutUsed(context, same)
    return withPresentGroups(context, await withFreeCodes(context, unused))
  },
  moves,
  lock: async (trx, lines) => {
    if (lines.some(({ before }) => before === null)) await lockNames(trx, 'exclusive')
    await lockCustomerList(trx)
    const ids = lines.map(({ id }) => id)
    await lockCustomers(trx, ids)
    return ids
  },
  restore: (trx, lines) =>
    writeCustomers(
      trx,
      lines.map(({ id, before }) => ({ id, values: before })),
    ),
  remove: async (trx, ids) => {
    const theirs = sql<boolean>`workspace_id = ${trx.workspaceId} and id = any(${uuidArray(ids)})`
    await noteGone(trx, 'customer', theirs)
    await sql`delete from customer where ${theirs}`.execute(trx.db)
  },
}

/** Without new ones that have something. */
async function withoutUsed({ db, workspaceId }: WorkspaceContext, lines: readonly Line[]): Promise<Line[]> {
  const created = lines.flatMap(({ id, before }) => (before === null ? [id] : []))
  if (created.length === 0) return [...lines]
  const uses = [
    'discount_rule',
    'agreed_price',
    'buyer',
    'product_access',
    'customer_code',
    'sales_order',
    'quote',
  ].map(
    (table) => sql`
      exists (select from ${sql.table(table)} t where t.workspace_id = ${workspaceId} and t.customer_id = asked.id)`,
  )
  const { rows } = await sql<{ id: string }>`
    select asked.id from ${askedIds(created)} where ${sql.join(uses, sql` or `)}`.execute(db)
  const used = new Set(rows.map(({ id }) => id))
  return lines.filter(({ id }) => !used.has(id))
}

async function withPresentGroups(context: WorkspaceContext, lines: readonly Line[]): Promise<Line[]> {
  const groups = await priceGroupNames(context)
  return lines.filter(({ before }) => !before?.group_id || groups.nameOf(before.group_id) !== null)
}

async function withFreeCodes({ db, workspaceId }: WorkspaceContext, lines: readonly Line[]): Promise<Line[]> {
  const asked = askedKeys(lines.flatMap((line) => codeOf(line) ?? []))
  const { rows } = await sql<{ id: string; key: string }>`
    select found.* from ${asked} cross join lateral (
      select id, account_code_key as key from customer
      where workspace_id = ${workspaceId} and account_code_key = asked.key limit 1) found`.execute(db)
  const owners = new Map(rows.map(({ id, key }) => [key, id]))
  return lines.filter((line) => (owners.get(codeOf(line) ?? '') ?? line.id) === line.id)
}

function codeOf({ before }: Line): string | null {
  return before?.account_code ? matchingKey(before.account_code) : null
}

/** What their old price groups would do to prices. */
function moves(context: WorkspaceContext): UndoneImpact {
  const groupOf = new Map<string, string | null>()
  return {
    add: async (lines) => {
      const old = lines.filter(({ before }) => before !== null)
      const present = await groupsOfCustomers(context, old)
      for (const { id, before } of old) {
        const group = before.group_id ?? null
        if (present.get(id) !== group) groupOf.set(id, group)
      }
    },
    result: () => impactOfMembership(context, groupOf),
  }
}

/** Discounts. Of one it keeps the figure. */
const discounts: UndoKind<{ discountBp: number }> = {
  versioned: 'discount_rule',
  intact: (context, lines) => withSameVersion(context, 'discount_rule', lines),
  lock: (trx, lines) => lockOwners(trx, 'discount_rule', lines),
  restore: (trx, lines) =>
    updateDiscounts(
      trx,
      lines.map(({ id, before }) => ({ id, ...before })),
    ),
  remove: deleteDiscounts,
}

/** Agreed prices. One that would overlap another one now is left. */
const agreedPrices: UndoKind<AgreedTerms> = {
  versioned: 'agreed_price',
  intact: async (context, lines) => {
    const same = await withSameVersion(context, 'agreed_price', lines)
    const removed = new Set(same.flatMap(({ id, before }) => (before === null ? [id] : [])))
    const stored = await readPrices(context, same)
    const old = same.flatMap((line) =>
      line.before === null ? [] : [{ ...stored.get(line.id)!, ...termsOf(line.before) }],
    )
    const beside = (await pricesBeside(context, old)).filter(({ id }) => !removed.has(id))
    const fitting = withoutOverlaps(old, beside)
    return same.filter(({ id }) => removed.has(id) || fitting.has(id))
  },
  lock: (trx, lines) => lockOwners(trx, 'agreed_price', lines),
  restore: (trx, lines) =>
    updateAgreedPrices(
      trx,
      lines.map(({ id, before }) => ({ id, ...termsOf(before) })),
    ),
  remove: deleteAgreedPrices,
}

/** Locks the customers and price groups that have the terms: one call at a time changes those of an owner. */
async function lockOwners(
  trx: WorkspaceContext,
  table: 'discount_rule' | 'agreed_price',
  lines: readonly StoredLine[],
): Promise<string[]> {
  const asked = askedIds(lines.map(({ id }) => id))
  const { rows } = await sql<{ customerId: string | null; groupId: string | null }>`
    select distinct found.* from ${asked} cross join lateral (
      select customer_id as "customerId", group_id as "groupId" from ${sql.table(table)}
      where workspace_id = ${trx.workspaceId} and id = asked.id limit 1) found`.execute(trx.db)
  const customerIds = rows.flatMap(({ customerId }) => customerId ?? [])
  await lockCustomers(trx, customerIds)
  for (const group of rows.flatMap(({ groupId }) => groupId ?? []).toSorted()) await lockPriceGroup(trx, group)
  return customerIds
}

/** A price of a customer, or of a price group: the other id is null. */
type RowOfPrice = StoredPrice & { customerId: string | null; groupId: string | null }

/** From JSON, which has times as texts. */
function termsOf({ startsAt, endsAt, ...terms }: AgreedTerms): AgreedTerms {
  return { ...terms, startsAt: startsAt && new Date(startsAt), endsAt: endsAt && new Date(endsAt) }
}

async function readPrices(
  { db, workspaceId }: WorkspaceContext,
  lines: readonly StoredLine[],
): Promise<Map<string, RowOfPrice>> {
  const asked = askedIds(lines.map(({ id }) => id))
  const { rows } = await sql<RowOfPrice>`
    select found.* from ${asked} cross join lateral (
      select id, customer_id as "customerId", group_id as "groupId", product_id as "productId", unit, min_qty as "minQty",
        starts_at as "startsAt", ends_at as "endsAt"
      from agreed_price where workspace_id = ${workspaceId} and id = asked.id limit 1) found`.execute(db)
  return new Map(rows.map((price) => [price.id, price]))
}

/** All prices of the same owners for the same products. */
async function pricesBeside(context: WorkspaceContext, prices: readonly RowOfPrice[]): Promise<RowOfPrice[]> {
  const pairs = prices.flatMap(({ customerId, productId }) => (customerId === null ? [] : [{ customerId, productId }]))
  const beside: RowOfPrice[] = (await agreedPricesOf(context, pairs)).map((price) => ({ ...price, groupId: null }))
  for (const [groupId, theirs] of Map.groupBy(prices, (price) => price.groupId)) {
    if (groupId === null) continue
    const ids = theirs.map(({ productId }) => productId)
    const found = await agreedPricesFor(context, { id: groupId, column: 'group_id' }, ids)
    beside.push(...found.map((price) => ({ ...price, customerId: null, groupId })))
  }
  return beside
}

/** The ids of the old prices that overlap none of the present ones, nor each other. */
function withoutOverlaps(old: readonly RowOfPrice[], present: readonly RowOfPrice[]): Set<string> {
  const isOld = new Set(old.map(({ id }) => id))
  const others = Map.groupBy(
    present.filter(({ id }) => !isOld.has(id)),
    placeOf,
  )
  const fitting = old.filter((price) => {
    const place = placeOf(price)
    const beside = others.get(place) ?? []
    const fits = !beside.some((other) => other.minQty === price.minQty && overlaps(other, price))
    // One that is left keeps its present terms.
    const left = fits ? price : present.find(({ id }) => id === price.id)!
    others.set(place, [...beside, left])
    return fits
  })
  return new Set(fitting.map(({ id }) => id))
}

function placeOf({ customerId, groupId, productId }: RowOfPrice): string {
  return `${customerId ?? groupId} ${productId}`
}

type Edit = Row<'record_edit'>

/** How what files and edits of these kinds changed is undone. */
export const UNDO_KINDS: Readonly<Record<ImportKindName, UndoKind>> = {
  products: wholeProducts,
  customers,
  discounts,
  agreed_prices: agreedPrices,
  minimum_quantities: minimumQuantities,
  customer_codes: customerCodes,
}

const WORDS: Record<Exclude<Edit['kind'], 'draft_lines'>, { thing: string; action: string }> = {
  products: { thing: 'product', action: 'product.bulk_undo' },
  customers: { thing: 'customer', action: 'customer.bulk_undo' },
  agreed_prices: { thing: 'agreed price', action: 'agreed_price.bulk_undo' },
}

/**
 * Undoes an act on many products or customers, pasted agreed prices, or an edit of a draft: records get their old values
 * back, and new ones are removed, but for what anybody has changed since (`left`). Of a draft, `edit` is the edit that
 * undid it, which can be undone in turn. Throws NotFound if it is too old,
 * InvalidRequest if it is undone already, or of what is no draft any more.
 */
export async function undoEdit(context: WorkspaceContext, { id }: { id: string }) {
  return inTransaction(context, async (trx) => {
    const edit = await readUndoableEdit(trx, id, 'locked')
    await requireRightTo(trx, edit)
    await markUndone(trx, edit.id)
    if (edit.kind === 'draft_lines') {
      const undoing = await undoDraftEdit(trx, edit.id, edit.price_change_id!)
      if (undoing.id === null) await recordPart(trx)
      return { restored: undoing.changed, left: edit.line_count - undoing.changed, edit: undoing }
    }
    const kind = kindOf(edit)
    if (edit.kind === 'products') await lockEditedProducts(trx, edit.id)
    let restored = 0
    // All agreed prices of a paste are in one slice.
    for await (const lines of linesOf(trx, edit.id)) {
      const undone = await undoLines(trx, kind, lines)
      restored += undone.restored.length + undone.removed.length
    }
    const left = edit.line_count - restored
    if (restored > 0) await recordUndone(trx, edit, WORDS[edit.kind], { restored, left })
    return { restored, left }
  })
}

/** What `undoEdit` would do. Throws as it does. */
export async function forecastUndoEdit(context: WorkspaceContext, { id }: { id: string }): Promise<UndoForecast> {
  const edit = await readUndoableEdit(context, id)
  await requireRightTo(context, edit)
  if (edit.kind !== 'draft_lines') return forecastUndo(context, edit.id, kindOf(edit))
  const draft = await requireEditable(context, edit.price_change_id!)
  return forecastUndo(context, edit.id, draftLines(draft.id))
}

function kindOf({ kind, field }: Edit): UndoKind {
  return field === null ? UNDO_KINDS[kind as ImportKindName] : productField(field)
}

const RIGHTS: Record<Edit['kind'], Right> = {
  products: 'products',
  customers: 'customers',
  agreed_prices: 'terms',
  draft_lines: 'priceChanges',
}

/** Throws Refused unless whoever asks may change what the edit has changed. Another price group is one of the terms. */
async function requireRightTo(context: WorkspaceContext, { id, kind }: Edit): Promise<void> {
  if (kind !== 'customers' || context.role === undefined) return requireRight(context, RIGHTS[kind])
  const { changes } = await context.db
    .selectFrom('activity')
    .select('changes')
    .where('workspace_id', '=', context.workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  requireRight(context, 'group' in changes ? 'terms' : RIGHTS[kind])
}

/** Whose it was is in the entry of the edit: the history of a customer or price group has both. */
async function recordUndone(
  trx: WorkspaceContext,
  { id, field }: Edit,
  { thing, action }: { thing: string; action: string },
  { restored, left }: { restored: number; left: number },
): Promise<void> {
  const { subject, changes } = await trx.db
    .selectFrom('activity')
    .select(['subject', 'changes'])
    .where('workspace_id', '=', trx.workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const back = field && { [field]: { from: (changes[field] as { to: unknown }).to, to: 'what it was before' } }
  await recordActivity(trx, {
    action,
    subject: { ...subject, label: counted(restored, thing) },
    changes: { ...back, restored, left },
  })
}

/** Lines of a draft. A line of a deleted product does not come back. */
function draftLines(draftId: string): ForecastKind<number> {
  return {
    intact: async ({ db, workspaceId }, lines) => {
      const asked = lines.map(({ id, version }) => ({ id, version }))
      const { rows } = await sql<{ id: string }>`
        select asked.id from ${rowset(asked, 'id uuid, version text', 'asked')}
        left join lateral ${lineOf(workspaceId, draftId, sql`asked.id`)} line on true
        where ${lineVersion(sql`line.new_price`)} = asked.version and (line.new_price is not null or exists (
          select from product where workspace_id = ${workspaceId} and id = asked.id))`.execute(db)
      const ids = new Set(rows.map(({ id }) => id))
      return lines.filter(({ id }) => ids.has(id))
    },
  }
}

/**
 * Undoes an edit of a draft, by an edit that can be undone in turn. Throws InvalidRequest where it is no draft any more.
 */
async function undoDraftEdit(trx: WorkspaceContext, editId: string, draftId: string): Promise<DraftEdit> {
  const { workspaceId } = trx
  const draft = await lockForEdit(trx, draftId)
  return recordedEdit(
    trx,
    draft,
    sql`
      select l.record_id as product_id, (l.before #>> '{}')::bigint as to_price
      from record_edit_line l left join lateral ${lineOf(workspaceId, draft.id, sql`l.record_id`)} line on true
      where l.workspace_id = ${workspaceId} and l.edit_id = ${editId}
        and ${lineVersion(sql`line.new_price`)} = l.version`,
    { undone: true },
  )
}

import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { dropOldEdits, insertEdit } from '../../workspaces/activity/stored-edits.ts'
import { nextChangeTime } from '../../workspaces/activity/product-changes.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { counted } from '../../shared/counted.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest, InvalidInput } from '../../errors.ts'
import { slices } from '../../database/paging/index.ts'
import { lockNames } from '../../workspaces/lock-names.ts'
import { impactOfFactors } from '../product-impact.ts'
import type { ChangedFactors } from '../product-impact.ts'
import { requireSeen } from '../../pricing/impact/price-impact.ts'
import type { SeenImpact } from '../../pricing/impact/price-impact.ts'
import { isChosen, requireExpected } from './chosen-products.ts'
import type { ChosenProducts } from './chosen-products.ts'
import type { ProductEditField, Availability } from '../../database/column-values.ts'
import { rowset } from '../../database/rowset.ts'
import { recordPastGroups } from '../../pricing/priced-at.ts'
import { searchDocument } from '../search/search-words.ts'
import { namedCustomers } from '../../customers/find-customer.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { findOrCreateGroups } from '../groups/brands-and-categories.ts'

/** What is changed of many products: one field, with the same new value for all. */
type BulkChange =
  | { field: 'active'; value: boolean }
  | { field: 'availability'; value: Availability }
  /** A name; created if missing. Null takes the brand or category away. */
  | { field: 'brand' | 'category'; value: string | null }
  | { field: 'minOrderQty' | 'orderMultiple'; value: number }
  /** Ids of the customers that see the products; null for all customers. */
  | { field: 'visibility'; value: string[] | null }

/** A value of a field, as it is kept for undoing: what is written, and what people are shown of it. */
export type CachedValue = { is: unknown; shown: unknown }

/** The SQL of a field: the present value of product `p` as a CachedValue, and whether it differs from one. */
type FieldSql = {
  present: (workspaceId: string) => RawBuilder<unknown>
  /** The column that holds it, with its type; visibility and groups are more than a column. */
  column: RawBuilder<unknown>
  type: RawBuilder<unknown>
}

const FIELDS: Record<ProductEditField, FieldSql> = {
  active: plain('active', 'boolean'),
  availability: plain('availability', 'text'),
  minOrderQty: plain('min_order_qty', 'integer'),
  orderMultiple: plain('order_multiple', 'integer'),
  brand: group('brand'),
  category: group('category'),
  visibility: {
    column: sql`visibility`,
    type: sql`text`,
    present: (workspaceId) => sql`(
      select jsonb_build_object('is', case when p.visibility = 'all' then 'null' else customers.ids end,
        'shown', case when p.visibility = 'all' then '"all"' else customers.names end)
      from (
        select coalesce(jsonb_agg(a.customer_id order by a.customer_id), '[]') as ids,
          coalesce(jsonb_agg(r.name order by a.customer_id), '[]') as names
        from product_access a join customer r on r.workspace_id = ${workspaceId} and r.id = a.customer_id
        where a.workspace_id = ${workspaceId} and a.product_id = p.id) customers)`,
  },
}

function plain(column: string, type: string): FieldSql {
  const value = sql`to_jsonb(p.${sql.raw(column)})`
  return {
    column: sql.raw(column),
    type: sql.raw(type),
    present: () => sql`jsonb_build_object('is', ${value}, 'shown', ${value})`,
  }
}

function group(grouping: 'brand' | 'category'): FieldSql {
  const column = sql.raw(`${grouping}_id`)
  return {
    column,
    type: sql`uuid`,
    present: (workspaceId) => sql`jsonb_build_object('is', p.${column}, 'shown',
      (select name from ${sql.table(grouping)} where workspace_id = ${workspaceId} and id = p.${column}))`,
  }
}

/** What a change means for discounts and for who sees the products. */
function changedFactors({ field, value }: BulkChange): ChangedFactors {
  if (field === 'brand' || field === 'category') return { [field]: value }
  return field === 'visibility' ? { customers: value } : {}
}

/** The new value of a change, with its brand or category created if missing. Throws InvalidInput for what cannot be. */
async function newValue(trx: WorkspaceContext, { field, value }: BulkChange): Promise<CachedValue> {
  if ((field === 'brand' || field === 'category') && value !== null) {
    const names = { brand: [], category: [], [field]: [value] }
    const { issues, ...groups } = await findOrCreateGroups(trx, names)
    if (issues.length > 0) throw new InvalidInput(issues.map((issue) => ({ ...issue, path: 'change.value' })))
    const { id, name } = groups[field].get(matchingKey(value))!
    return { is: id, shown: name }
  }
  if (field === 'visibility') {
    if (value === null) return { is: null, shown: 'all' }
    const customers = await namedCustomers(trx, value, 'change.value')
    const byId = customers.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    return { is: byId.map(({ id }) => id), shown: byId.map(({ name }) => name) }
  }
  return { is: value, shown: value }
}

/** Entries in lists of customers that one edit may write. */
const MAX_ACCESS_ENTRIES = 200_000

/**
 * Changes one field of many products, in a number of statements that hardly depends on their number, and keeps the old
 * values, so that it can be undone by the edit `undo`: null if nothing changed. Throws Conflict if a filter matches another number of products than was shown, or
 * if prices move in another way.
 */
export async function bulkEdit(
  context: WorkspaceContext,
  { products, change, seenMoves }: SeenImpact & { products: ChosenProducts; change: BulkChange },
) {
  return inTransaction(context, async (trx) => {
    await requireSeen(seenMoves, () => impactOfFactors(trx, { products, change: changedFactors(change) }))
    await lockNames(trx, 'shared')
    const edit = { id: randomUUIDv7(), field: change.field, after: await newValue(trx, change) }
    await dropOldEdits(trx)
    const { found, changed } = await keepOldValues(trx, products, edit)
    requireExpected(products, found)
    if (changed === 0) return { found, changed, undo: null }
    if (Array.isArray(edit.after.is)) refuseTooManyEntries(changed * edit.after.is.length)
    const at = await nextChangeTime(trx, trx.clock())
    for await (const lines of linesOf(trx, edit.id)) {
      await writeField(trx, edit.field, lines, { value: sql`${JSON.stringify(edit.after.is)}::jsonb`, at })
    }
    await insertEdit(trx, { id: edit.id, kind: 'products', field: edit.field }, changed)
    await recordActivity(trx, {
      id: edit.id,
      action: 'product.bulk_update',
      subject: { type: 'product', id: null, label: counted(changed, 'product') },
      changes: { [edit.field]: { from: await oldValues(trx, edit.id), to: edit.after.shown }, products: changed },
    })
    return { found, changed, undo: edit.id }
  })
}

type Edit = { id: string; field: BulkChange['field']; after: CachedValue }

/** Products in one statement. It bounds the memory, and how long the event loop waits for the embedded database. */
const SLICE_ROWS = 1_000

function linesOf(trx: WorkspaceContext, editId: string) {
  const walk = {
    table: 'record_edit_line',
    where: sql`edit_id = ${editId}`,
    by: { line: 'integer', record_id: 'uuid' },
  } as const
  return slices(trx, walk, SLICE_ROWS)
}

/**
 * Locks the chosen products in the order of all writers, and keeps the old value of each that has another one. The edit
 * raises its version by one.
 */
async function keepOldValues({ db, workspaceId }: WorkspaceContext, products: ChosenProducts, edit: Edit) {
  const { numAffectedRows: found = 0n } = await sql`
    insert into record_edit_line (workspace_id, edit_id, record_id, line, label, before, version)
    select workspace_id, ${edit.id}, id, row_number() over (), sku, before, version from (
      select p.workspace_id, p.id, p.sku, ${FIELDS[edit.field].present(workspaceId)} as before, 1 + coalesce((
        select version from product_change c where c.workspace_id = ${workspaceId} and c.product_id = p.id), 0) as version
      from product p
      where ${isChosen(workspaceId, products)} order by p.sku_key for no key update of p) chosen`.execute(db)
  const { numAffectedRows: same = 0n } = await sql`
    delete from record_edit_line
    where workspace_id = ${workspaceId} and edit_id = ${edit.id}
      and before -> 'is' = ${JSON.stringify(edit.after.is)}::jsonb`.execute(db)
  return { found: Number(found), changed: Number(found - same) }
}

function refuseTooManyEntries(entries: number): void {
  if (entries <= MAX_ACCESS_ENTRIES) return
  throw new InvalidRequest(
    `That would be ${entries} entries in lists of customers, and it can only be ${MAX_ACCESS_ENTRIES} at a time: ` +
      'choose fewer products or customers.',
  )
}

const VALUES_TOLD = 4

/** For the activity: the one value that all had, or a text with the most frequent ones and how many had each. */
async function oldValues({ db, workspaceId }: WorkspaceContext, editId: string): Promise<unknown> {
  const { rows } = await sql<{ shown: unknown; count: number }>`
    select before -> 'shown' as shown, count(*) as count from record_edit_line
    where workspace_id = ${workspaceId} and edit_id = ${editId}
    group by 1 order by 2 desc limit ${VALUES_TOLD + 1}`.execute(db)
  if (rows.length === 1) return rows[0]!.shown
  const told = rows
    .slice(0, VALUES_TOLD)
    .map(({ shown, count }) => `${wordFor(shown)} (${Number(count).toLocaleString('en')})`)
  return [...told, ...(rows.length > VALUES_TOLD ? ['…'] : [])].join(', ')
}

function wordFor(shown: unknown): string {
  if (Array.isArray(shown)) return `${shown.length} customers`
  return shown === null ? 'none' : String(shown)
}

/** SQL: the new value of a line `l`, as JSON, and the change time of the products. */
type NewValues = { value: RawBuilder<unknown>; at: string }
/** Lines of an edit, as a relation. */
type Lines = RawBuilder<unknown>

/** Gives the products of lines of an edit a new value. They must be locked. */
export async function writeField(
  trx: WorkspaceContext,
  field: ProductEditField,
  lines: Lines,
  values: NewValues,
): Promise<void> {
  if (field === 'brand' || field === 'category') await writeGroups(trx, lines, field, values)
  else if (field === 'visibility') await writeVisibility(trx, lines, values)
  else {
    const { column, type } = FIELDS[field]
    await writeColumn(trx, lines, { column, value: sql`(${values.value} #>> '{}')::${type}`, at: values.at })
  }
  await noteChanges(trx, lines, values.at)
}

async function writeColumn(
  { db, workspaceId }: WorkspaceContext,
  lines: Lines,
  { column, value, at }: NewValues & { column: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    update product p set ${column} = ${value}, updated_at = ${at}::text::timestamptz from ${lines} l
    where p.workspace_id = ${workspaceId} and p.id = l.record_id`.execute(db)
}

/** A customer that is deleted since does not come back to the list of a product. */
async function writeVisibility(trx: WorkspaceContext, lines: Lines, { value, at }: NewValues): Promise<void> {
  const { db, workspaceId } = trx
  const visibility = sql`case when ${value} = 'null' then 'all' else 'selected' end`
  await writeColumn(trx, lines, { column: FIELDS.visibility.column, value: visibility, at })
  await sql`
    delete from product_access where workspace_id = ${workspaceId}
      and product_id in (select record_id from ${lines} l)`.execute(db)
  await sql`
    insert into product_access (workspace_id, product_id, customer_id)
    select ${workspaceId}, l.record_id, r.id from ${lines} l
    cross join lateral jsonb_array_elements_text(case when ${value} = 'null' then '[]' else ${value} end) wanted(id)
    join customer r on r.workspace_id = ${workspaceId} and r.id = wanted.id::uuid`.execute(db)
}

/** Brand and category are part of the search document, which is made here and not in the database. */
async function writeGroups(
  trx: WorkspaceContext,
  lines: Lines,
  grouping: 'brand' | 'category',
  { value, at }: NewValues,
): Promise<void> {
  const { db, workspaceId } = trx
  await recordPastGroups(trx, sql`(select record_id as id from ${lines} l) product`)
  const other = grouping === 'brand' ? 'category' : 'brand'
  const nameOf = (table: typeof grouping, id: RawBuilder<unknown>) =>
    sql`(select name from ${sql.table(table)} where workspace_id = ${workspaceId} and id = ${id})`
  const group = sql`(${value} #>> '{}')::uuid`
  const { rows } = await sql<
    Record<'id' | 'name' | 'group', string> & Record<'description' | 'own' | 'other', string | null>
  >`
    select p.id, p.name, p.description, ${group} as group, ${nameOf(grouping, group)} as own,
      ${nameOf(other, sql.ref(`p.${other}_id`))} as other
    from ${lines} l join product p on p.workspace_id = ${workspaceId} and p.id = l.record_id`.execute(db)
  const written = rows.map(({ id, name, description, group, own, other }) => ({
    id,
    group,
    search: searchDocument(workspaceId, { name, description, brand: own, category: other }),
  }))
  await sql`
    update product p set ${sql.ref(`${grouping}_id`)} = row.group, search = row.search,
      updated_at = ${at}::text::timestamptz
    from ${rowset(written, 'id uuid, "group" uuid, search tsvector')}
    where p.workspace_id = ${workspaceId} and p.id = row.id`.execute(db)
}

async function noteChanges({ db, workspaceId }: WorkspaceContext, lines: Lines, at: string): Promise<void> {
  await sql`
    insert into product_change (workspace_id, product_id, changed_at)
    select ${workspaceId}, record_id, ${at}::text::timestamptz from ${lines} l
    on conflict (workspace_id, product_id)
      do update set changed_at = excluded.changed_at, version = product_change.version + 1`.execute(db)
}

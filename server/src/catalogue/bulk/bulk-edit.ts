import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { dropOldEdits, insertEdit } from '../../workspaces/activity/kept-edits.ts'
import { nextChangeTime } from '../../workspaces/activity/product-changes.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { counted } from '../../shared/counted.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest } from '../../errors.ts'
import { slices } from '../../database/paging/index.ts'
import { lockNames } from '../../workspaces/lock-names.ts'
import { FIELDS, newPlace, newValue } from './bulk-edit-fields.ts'
import type { BulkChange, KeptValue } from './bulk-edit-fields.ts'
import { movesOfPlace } from '../product-moves.ts'
import { requireSeen } from '../../pricing/impact/price-moves.ts'
import type { SeenMoves } from '../../pricing/impact/price-moves.ts'
import { isChosen, requireExpected } from './chosen-products.ts'
import type { ChosenProducts } from './chosen-products.ts'
import { writeField } from './write-field.ts'

export type BulkEdit = {
  /** Products that were chosen and are there. */
  found: number
  /** Those that had another value. */
  changed: number
  /** Id of the edit, to undo it. Null if nothing changed. */
  undo: string | null
}

/** Entries in lists of customers that one edit may write. */
const MAX_ACCESS_ENTRIES = 200_000

/**
 * Changes one field of many products, in a number of statements that hardly depends on their number, and keeps the old
 * values, so that it can be undone. Throws Conflict if a filter matches another number of products than was shown, or
 * if prices move in another way.
 */
export async function bulkEdit(
  context: WorkspaceContext,
  { products, change, seenMoves }: SeenMoves & { products: ChosenProducts; change: BulkChange },
): Promise<BulkEdit> {
  return inTransaction(context, async (trx) => {
    await requireSeen(seenMoves, () => movesOfPlace(trx, { products, change: newPlace(change) }))
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

type Edit = { id: string; field: BulkChange['field']; after: KeptValue }

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

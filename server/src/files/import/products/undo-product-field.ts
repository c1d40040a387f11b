import { sql } from 'kysely'
import { nextChangeTime } from '../../../workspaces/activity/product-changes.ts'
import { withSameVersion } from '../../../workspaces/activity/record-versions.ts'
import type { KeptValue } from '../../../catalogue/bulk/bulk-edit-fields.ts'
import { writeField } from '../../../catalogue/bulk/write-field.ts'
import type { WorkspaceContext } from '../../../context.ts'
import type { ProductEditField } from '../../../database/column-values.ts'
import { rowset } from '../../../database/rowset.ts'
import type { Place } from '../../../pricing/impact/moved-products.ts'
import { lockNames } from '../../../workspaces/lock-names.ts'
import { leftAt } from '../import-kind.ts'
import type { UndoKind, UndoneChange } from '../import-kind.ts'
import { sumOfMoves } from './undone-product-moves.ts'

/** Where an old value puts a product, for the fields that move prices. */
const PLACES: Partial<Record<ProductEditField, (was: unknown) => Partial<Place>>> = {
  brand: (was) => ({ brandId: (was as string | null) ?? '' }),
  category: (was) => ({ categoryId: (was as string | null) ?? '' }),
  visibility: (was) => ({ viewers: was as string[] | null }),
}

/** How a change of one field of many products is undone: `before` is a KeptValue. */
export function productField(field: ProductEditField): UndoKind {
  const placeOf = PLACES[field]
  return {
    versioned: 'product_change',
    intact: async (context, changes) => (await intact(context, field, changes)).map(({ recordId }) => recordId),
    ...(placeOf && {
      undoneMoves: (context) =>
        sumOfMoves(context, ({ before }, present) => ({ ...present, ...placeOf((before as KeptValue).is) })),
    }),
    undo: async (trx, changes) => {
      const old = await intact(trx, field, changes)
      const lines = rowset(
        old.map(({ recordId, before }) => ({ record_id: recordId, before })),
        'record_id uuid, before jsonb',
        'line',
      )
      if (old.length > 0) {
        const at = await nextChangeTime(trx, trx.clock())
        await writeField(trx, field, sql`(select * from ${lines})`, { value: sql`(l.before -> 'is')`, at })
      }
      return { restored: old.map(({ recordId }) => recordId), removed: [] }
    },
  }
}

/** Those that nobody has changed since, and whose old brand or category was not merged into another one. */
async function intact(
  context: WorkspaceContext,
  field: ProductEditField,
  changes: readonly UndoneChange[],
): Promise<UndoneChange[]> {
  const same = new Set((await withSameVersion(context, 'product_change', changes.map(leftAt))).map(({ id }) => id))
  const unchanged = changes.filter(({ recordId }) => same.has(recordId))
  if (field !== 'brand' && field !== 'category') return unchanged
  const { db, workspaceId } = context
  const groups = [...new Set(unchanged.flatMap((change) => groupOf(change) ?? []))]
  const asked = rowset(
    groups.map((id) => ({ id })),
    'id uuid',
    'asked',
  )
  const { rows } = await sql<{ id: string }>`
    select asked.id from ${asked} join ${sql.table(field)} g on g.workspace_id = ${workspaceId} and g.id = asked.id`.execute(
    db,
  )
  const there = new Set<string | null>([null, ...rows.map(({ id }) => id)])
  return unchanged.filter((change) => there.has(groupOf(change)))
}

function groupOf({ before }: UndoneChange): string | null {
  return (before as KeptValue).is as string | null
}

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

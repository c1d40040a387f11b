import { sql } from 'kysely'
import { LEFT_TOLD } from '../../activity/ways-to-undo.ts'
import type { UndoForecast } from '../../activity/ways-to-undo.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { Row } from '../../database/tables.ts'
import { atOneState, slices } from '../../reading/index.ts'
import { hasLostGroup, isChangedSince, readUndoableEdit } from './undoable-edit.ts'

/** What `undoBulkEdit` would do. Lines are read in slices. Throws as it does. */
export async function forecastUndo(context: WorkspaceContext, { id }: { id: string }): Promise<UndoForecast> {
  const edit = await readUndoableEdit(context, id)
  return (await atOneState(context, () => readForecast(context, edit))).result
}

async function readForecast(context: WorkspaceContext, edit: Row<'product_edit'>): Promise<UndoForecast> {
  const { db, workspaceId } = context
  const forecast: UndoForecast = { undoes: 0, leaves: 0, examples: [] }
  const walk = { table: 'product_edit_line', where: sql`edit_id = ${edit.id}`, by: { product_id: 'uuid' } } as const
  for await (const lines of slices(context, walk)) {
    const { rows } = await sql<{ lines: number; leaves: number; skus: string[] | null }>`
      select count(*) as lines, count(*) filter (where l.stays) as leaves,
        to_json((array_agg(l.sku) filter (where l.sku is not null))[:${sql.lit(LEFT_TOLD)}]) as skus
      from (
        select stays, case when stays then (
          select sku from product where workspace_id = ${workspaceId} and id = product_id) end as sku
        from (
          select product_id, ${isChangedSince(workspaceId, edit)} or ${hasLostGroup(workspaceId, edit)} as stays
          from ${lines} l offset 0) l) l`.execute(db)
    const slice = rows[0]!
    forecast.undoes += Number(slice.lines) - Number(slice.leaves)
    forecast.leaves += Number(slice.leaves)
    forecast.examples = [...forecast.examples, ...(slice.skus ?? [])].slice(0, LEFT_TOLD)
  }
  return forecast
}

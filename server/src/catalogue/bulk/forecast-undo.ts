import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { readUndoableEdit } from '../../activity/kept-edits.ts'
import { LEFT_TOLD } from '../../activity/ways-to-undo.ts'
import type { UndoForecast } from '../../activity/ways-to-undo.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { ProductEditField } from '../../database/column-values.ts'
import type { Row } from '../../database/tables.ts'
import { isMoved, readPlacedProducts } from '../../impact/moved-products.ts'
import type { MovedProduct, Place } from '../../impact/moved-products.ts'
import { productsByIds } from '../../price-changes/price-change-basis.ts'
import { PriceMovesSum } from '../../impact/price-moves.ts'
import { atOneState, slices } from '../../reading/index.ts'
import { hasLostGroup, isChangedSince } from './left-by-undo.ts'

/** What `undoBulkEdit` would do. Lines are read in slices. Throws as it does. */
export async function forecastUndo(context: WorkspaceContext, { id }: { id: string }): Promise<UndoForecast> {
  const edit = await readUndoableEdit(context, 'product_edit', id)
  return (await atOneState(context, () => readForecast(context, edit))).result
}

async function readForecast(context: WorkspaceContext, edit: Row<'product_edit'>): Promise<UndoForecast> {
  const { db, workspaceId } = context
  const forecast: UndoForecast = { undoes: 0, leaves: 0, examples: [], moves: null }
  const moves = new PriceMovesSum(context)
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
    await moves.add(await movedBack(context, edit, lines))
  }
  return { ...forecast, moves: moves.result() }
}

/** The products of a slice of lines that get their old brand, category or list of customers back. */
async function movedBack(
  context: WorkspaceContext,
  edit: Row<'product_edit'>,
  lines: RawBuilder<unknown>,
): Promise<MovedProduct[]> {
  const { db, workspaceId } = context
  const placeOf = PLACES[edit.field]
  if (!placeOf) return []
  const { rows } = await sql<{ id: string; was: unknown }>`
    select product_id as id, before -> 'is' as was from (
      select product_id, before, ${isChangedSince(workspaceId, edit)} or ${hasLostGroup(workspaceId, edit)} as stays
      from ${lines} l offset 0) l
    where not stays`.execute(db)
  const old = new Map(rows.map(({ id, was }) => [id, was]))
  const placed = await readPlacedProducts(context, productsByIds(workspaceId, [...old.keys()]), sql`true`)
  return placed.map((before) => ({ before, after: { ...before, ...placeOf(old.get(before.id)) } })).filter(isMoved)
}

/** Where an old value puts a product, for the fields that move prices. */
const PLACES: Partial<Record<ProductEditField, (was: unknown) => Partial<Place>>> = {
  brand: (was) => ({ brandId: (was as string | null) ?? '' }),
  category: (was) => ({ categoryId: (was as string | null) ?? '' }),
  visibility: (was) => ({ viewers: was as string[] | null }),
}

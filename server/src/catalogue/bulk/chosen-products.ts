import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { uuidArray } from '../../database/rowset.ts'
import { Conflict } from '../../errors.ts'
import { productsByIds } from '../../pricing/price-changes/price-change-basis.ts'
import { SLICE_ROWS } from '../../database/paging/index.ts'
import { isPossible } from '../list-products.ts'
import { productsInSlices } from '../products-in-slices.ts'
import { matching } from '../staff-list.ts'
import type { StaffFilter } from '../staff-list.ts'

/** The products of a bulk act: by id, or all that match a filter, with the number of them that the person was shown. */
export type ChosenProducts = { ids: string[] } | { filter: StaffFilter; expected: number }

/** SQL: true for a chosen product, `p`, of the workspace. */
export function isChosen(workspaceId: string, chosen: ChosenProducts): RawBuilder<boolean> {
  const ours = sql`p.workspace_id = ${workspaceId}`
  if ('filter' in chosen)
    return isPossible(chosen.filter) ? matching(workspaceId, chosen.filter) : sql`${ours} and false`
  return sql`${ours} and p.id = any(${uuidArray(chosen.ids)})`
}

export async function* chosenInSlices(context: WorkspaceContext, chosen: ChosenProducts) {
  const { workspaceId } = context
  if ('ids' in chosen) {
    for (let from = 0; from < chosen.ids.length; from += SLICE_ROWS) {
      yield productsByIds(workspaceId, chosen.ids.slice(from, from + SLICE_ROWS))
    }
  } else if (isPossible(chosen.filter)) {
    const condition = matching(workspaceId, chosen.filter)
    for await (const slice of productsInSlices(context, chosen.filter)) {
      yield sql`(select * from ${slice} p where ${condition})`
    }
  }
}

/** Throws Conflict if a filter matches another number of products than the person was shown. */
export function requireExpected(chosen: ChosenProducts, found: number): void {
  if (!('filter' in chosen) || found === chosen.expected) return
  throw new Conflict(
    `The products have changed: ${found.toLocaleString('en')} match now, and you were shown ` +
      `${chosen.expected.toLocaleString('en')}. Look again.`,
  )
}

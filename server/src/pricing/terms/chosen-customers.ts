import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { matchingInSlices } from '../../customers/browse-customers.ts'
import type { CustomerFilter } from '../../customers/browse-customers.ts'
import { rowset } from '../../database/rowset.ts'
import { Conflict } from '../../errors.ts'

/** The customers of a bulk act: by id, or all that match a filter, with the number of them that the person was shown. */
export type ChosenCustomers = { ids: string[] } | { filter: CustomerFilter; expected: number }

/** The ids of those that are there, sorted. Throws Conflict if a filter matches another number than was shown. */
export async function chosenCustomerIds(context: WorkspaceContext, chosen: ChosenCustomers): Promise<string[]> {
  if ('ids' in chosen) return presentOf(context, chosen.ids)
  const ids: string[] = []
  for await (const found of matchingInSlices(context, chosen.filter)) ids.push(...found)
  if (ids.length === chosen.expected) return ids.toSorted()
  throw new Conflict(
    `The customers have changed: ${ids.length.toLocaleString('en')} match now, and you were shown ` +
      `${chosen.expected.toLocaleString('en')}. Look again.`,
  )
}

async function presentOf({ db, workspaceId }: WorkspaceContext, ids: readonly string[]): Promise<string[]> {
  const asked = [...new Set(ids.map((id) => id.toLowerCase()))].map((id) => ({ id }))
  const { rows } = await sql<{ id: string }>`
    select c.id from ${rowset(asked, 'id uuid', 'asked')} cross join lateral (
      select id from customer where workspace_id = ${workspaceId} and id = asked.id limit 1) c`.execute(db)
  return rows.map(({ id }) => id).toSorted()
}

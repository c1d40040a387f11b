import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { List, Page } from './list.ts'
import { readPage } from './read-page.ts'

/** The rows of a list with these ids, in this order, by one index lookup each. What the list does not have is left out. */
export function pageOfIds<Column extends string, Facts>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  ids: readonly string[],
): Promise<Page<Column, Facts>> {
  const row = list.select(sql`p.*`, sql`p.id = found.id::uuid`)
  const rows = sql`
    select p.* from json_array_elements_text(${JSON.stringify(ids)}::json) as found(id)
    cross join lateral (${row} limit 1) p`
  return readPage(context, list, { rows })
}

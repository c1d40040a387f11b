import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { conditionsOf, isPossible } from '../list-products.ts'
import type { ProductFilter } from '../list-products.ts'
import { visibleTo } from '../../pricing/visible-to.ts'
import { suggestCode } from './suggest-code.ts'
import { suggestSize } from './suggest-size.ts'
import { suggestWords } from './suggest-words.ts'

/** A filter of products. `customer` is an id: only what this customer sees can be suggested. */
export type SuggestionFilter = Omit<ProductFilter, 'updatedSince'> & { q: string }

/**
 * Another way to write the search, which finds products that the search itself does not find: a code with its
 * separators and zeros, a size as the catalogue writes it, words that are spelled otherwise. Null if there is none.
 */
export async function suggestSearch(
  context: WorkspaceContext,
  { q, customer, ...filter }: SuggestionFilter,
): Promise<string | null> {
  if (!isPossible(filter)) return null
  const { workspaceId } = context
  const passes = sql.join(
    [
      sql`p.workspace_id = ${workspaceId}`,
      ...conditionsOf(workspaceId, filter),
      ...(customer === undefined ? [] : [visibleTo(workspaceId, sql`${customer}::uuid`)]),
    ],
    sql` and `,
  )
  for (const suggest of [suggestCode, suggestSize, suggestWords]) {
    const found = await suggest(context, q, passes)
    if (found !== null) return found
  }
  return null
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { conditionsOf, isPossible } from '../list-products.ts'
import type { ProductFilter } from '../list-products.ts'
import { visibleTo } from '../../pricing/visible-to.ts'
import { suggestSize } from './suggest-size.ts'
import { suggestWords } from './suggest-words.ts'
import { lastWith, matchingKey } from '../../lib/matching-key.ts'
import { bareCode, bareColumn } from './bare-code.ts'

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

/** Index entries that are looked at, of each column. */
const MOST = 50
/** So much of a bare code finds longer ones. */
const PREFIX_CHARACTERS = 4

/**
 * A code that is written without its separators or leading zeros, or with others: the SKU or manufacturer's reference
 * itself. Null if there is none, or if the search for `q` finds it anyway.
 */
async function suggestCode(
  { db, workspaceId }: WorkspaceContext,
  q: string,
  passes: RawBuilder<unknown>,
): Promise<string | null> {
  const [key, bare] = [matchingKey(q), bareCode(q)]
  if (bare === '') return null
  const last = bare.length < PREFIX_CHARACTERS ? bare : lastWith(bare)
  const codes = (column: string, code: string) => sql`
    select ${sql.ref(code)} as code, ${bareColumn(column)} as bare from (
      select * from product
      where workspace_id = ${workspaceId} and ${bareColumn(column)} between ${bare} and ${last}
      order by ${bareColumn(column)} limit ${sql.lit(MOST)}) p
    where ${passes} and ${sql.ref(column)} not between ${key} and ${lastWith(key)}`
  const { rows } = await sql<{ code: string }>`
    select code from (
      (${codes('sku_key', 'sku')}) union all (${codes('manufacturer_ref_key', 'manufacturer_ref')})) found
    order by bare, code limit 1`.execute(db)
  return rows[0]?.code ?? null
}

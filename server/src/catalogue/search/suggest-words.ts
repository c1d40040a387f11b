import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { rowset } from '../../database/rowset.ts'
import { editDistance } from './edit-distance.ts'
import { lexeme, queryWords, searchQuery } from './search-words.ts'
import { firstHalf, isSpelled, spellings, stems } from './spellings.ts'

/** Longer queries, and queries with more unknown words, get no suggestion: each unknown word is hundreds of lookups. */
const [MAX_WORDS, MAX_UNKNOWN] = [5, 2]
/** How many products with a word are looked at, and how many of these count. */
const [LOOKED_AT, COUNTED] = [200, 50]
/** About how many of the products with a frequent word the index gives. */
const SAMPLE = 1_000
/** How many letters may differ where the first half of a word is right, and how long the word then is. */
const [FAR, LONG_WORD] = [2, 6]
/** Of shorter beginnings, too many words begin with them. */
const LONG_BEGINNING = 5

/** Names of products by the words that find them: pairs of a text and its `tsquery`. */
type Search = (queries: Iterable<[string, string]>) => Promise<Map<string, string[]>>

/**
 * The query with the words that no product has in another spelling: `red helmet` for `red hemlet`. Null if all words
 * are known, or if one has no such spelling. Products that do not pass have no part in it, nor do their words. Each word
 * by itself is found; that one product has them all is for the search to tell.
 */
export async function suggestWords(
  context: WorkspaceContext,
  q: string,
  passes: RawBuilder<unknown>,
): Promise<string | null> {
  const words = queryWords(q)
  const spelled = words.filter(isSpelled)
  if (words.length > MAX_WORDS) return null
  const search: Search = (queries) => find(context, passes, new Map(queries))

  const joined = words.join('')
  const isPair = words.length === 2 && isSpelled(joined)
  const known = await knownWords(context, passes, [...spelled, ...(isPair ? [joined] : [])])
  if (isPair && known.has(joined)) return joined
  const unknown = spelled.filter((word) => !known.has(word))
  if (unknown.length === 0 || unknown.length > MAX_UNKNOWN) return null

  const better = new Map<string, string>()
  for (const word of unknown) {
    const best = await spelledOtherwise(context, word, search)
    if (best === undefined) return null
    better.set(word, best)
  }
  return words.map((word) => better.get(word) ?? word).join(' ')
}

/** The best known word for an unknown one. Each way is asked only where those before it find nothing. */
async function spelledOtherwise({ workspaceId }: WorkspaceContext, word: string, search: Search) {
  for (const where of ['in name', 'elsewhere'] as const) {
    const found = await search(spellings(word).map((spelling) => [spelling, lexeme(workspaceId, spelling, where)]))
    if (found.size > 0) return mostFrequent(found)
  }
  const begun = [...spellings(word).filter(({ length }) => length >= LONG_BEGINNING), ...stems(word)]
  const found = await search(
    [...begun, firstHalf(word)].map((part) => [part, `${lexeme(workspaceId, part, 'in name')}:*`]),
  )
  return nearestOf(
    word,
    [...found.values()].flat(),
    begun.filter((part) => found.has(part)),
  )
}

/** The words that products which pass have, or that begin words of theirs. */
async function knownWords(
  { db, workspaceId }: WorkspaceContext,
  passes: RawBuilder<unknown>,
  words: readonly string[],
): Promise<Set<string>> {
  const asked = words.map((word) => ({
    word,
    whole: `${lexeme(workspaceId, word, 'in name')} | ${lexeme(workspaceId, word, 'elsewhere')}`,
    begun: searchQuery(workspaceId, [word], 'anywhere'),
  }))
  const found = (query: string) => sql`exists (${productsWith(workspaceId, passes, query)})`
  // Of a frequent word, what it begins is several times as many index entries.
  const { rows } = await sql<{ word: string }>`
    ${sampling(asked, 'word text, whole text, begun text')}
    select word from asked where ${found('whole')} or ${found('begun')}`.execute(db)
  return new Set(rows.map(({ word }) => word))
}

/** Names of products that pass, a few for each query that finds any. */
async function find(
  { db, workspaceId }: WorkspaceContext,
  passes: RawBuilder<unknown>,
  queries: ReadonlyMap<string, string>,
): Promise<Map<string, string[]>> {
  const asked = Array.from(queries, ([text, query]) => ({ text, query }))
  const { rows } = await sql<{ text: string; names: string[] }>`
    ${sampling(asked, 'text text, query text')}
    select asked.text, json_agg(found.name_folded) as names
    from asked cross join lateral (
      ${productsWith(workspaceId, passes, 'query')} limit ${sql.lit(COUNTED)}) found
    group by asked.text`.execute(db)
  return new Map(rows.map(({ text, names }) => [text, names]))
}

/** SQL: a CTE `asked` with these rows. Until the statement ends, the index gives a sample of a frequent word. */
function sampling(rows: readonly object[], columns: string): RawBuilder<unknown> {
  return sql`with asked as materialized (
    select row.*, set_config('gin_fuzzy_search_limit', ${String(SAMPLE)}, true) from ${rowset(rows, columns)})`
}

/** SQL: names of products that pass, of a few that the query in that column of `asked` finds. */
function productsWith(workspaceId: string, passes: RawBuilder<unknown>, column: string): RawBuilder<unknown> {
  // No other index than that of words matches "is true".
  return sql`
    select p.name_folded from (
      select * from product where (workspace_id = ${workspaceId}) is true and search @@ ${sql.ref(`asked.${column}`)}::tsquery
      limit ${sql.lit(LOOKED_AT)}) p
    where ${passes}`
}

function mostFrequent(found: ReadonlyMap<string, unknown[]>): string {
  return [...found].reduce((best, next) => (next[1].length > best[1].length ? next : best))[0]
}

/** Of the words of names that begin alike, or differ by few letters, the one that differs by the fewest. */
function nearestOf(word: string, names: readonly string[], beginnings: readonly string[]): string | undefined {
  return [...new Set(names.flatMap(queryWords))]
    .filter(isSpelled)
    .map((other) => ({ other, distance: editDistance(word, other) }))
    .filter(
      ({ other, distance }) =>
        (word.length >= LONG_WORD && distance <= FAR) || beginnings.some((beginning) => other.startsWith(beginning)),
    )
    .toSorted((a, b) => a.distance - b.distance)[0]?.other
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { conditionsOf, isPossible } from '../list-products.ts'
import type { ProductFilter } from '../list-products.ts'
import { visibleTo } from '../../pricing/customer-terms.ts'
import { lastWith, matchingKey, fold } from '../../lib/matching-key.ts'
import { bareCode, bareColumn } from './bare-code.ts'
import { hasWords, lexeme, queryWords, searchQuery } from './search-words.ts'

/** A filter of products. `customer` is an id: only what this customer sees can be suggested. */
type SuggestionFilter = Omit<ProductFilter, 'updatedSince'> & { q: string }

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

/** The `tsquery` for a word, which is letters alone. */
type Query = (workspaceId: string, word: string) => string

const IN_NAME: Query = (workspaceId, word) => lexeme(workspaceId, word, 'in name')
const ELSEWHERE: Query = (workspaceId, word) => lexeme(workspaceId, word, 'elsewhere')
const WHOLE: Query = (workspaceId, word) => `${IN_NAME(workspaceId, word)} | ${ELSEWHERE(workspaceId, word)}`
const BEGUN: Query = (workspaceId, word) => searchQuery(workspaceId, [word], 'anywhere')
const BEGUN_IN_NAME: Query = (workspaceId, word) => searchQuery(workspaceId, [word], 'in name')

/**
 * The query with the words that no product has in another spelling: `red helmet` for `red hemlet`. Null if all words
 * are known, or if one has no such spelling. Products that do not pass have no part in it, nor do their words. Each word
 * by itself is found; that one product has them all is for the search to tell.
 */
async function suggestWords(context: WorkspaceContext, q: string, passes: RawBuilder<unknown>): Promise<string | null> {
  const words = queryWords(fold(q))
  const spelled = words.filter(isSpelled)
  if (words.length > MAX_WORDS) return null

  const joined = words.join('')
  const isPair = words.length === 2 && isSpelled(joined)
  const known = await knownWords(context, passes, [...spelled, ...(isPair ? [joined] : [])])
  if (isPair && known.has(joined)) return joined
  const unknown = spelled.filter((word) => !known.has(word))
  if (unknown.length === 0 || unknown.length > MAX_UNKNOWN) return null

  const better = new Map<string, string>()
  for (const word of unknown) {
    const best = await spelledOtherwise(context, passes, word)
    if (best === undefined) return null
    better.set(word, best)
  }
  return words.map((word) => better.get(word) ?? word).join(' ')
}

/** The best known word for an unknown one: another spelling, or else one that begins like it. */
async function spelledOtherwise(
  context: WorkspaceContext,
  passes: RawBuilder<unknown>,
  word: string,
): Promise<string | undefined> {
  const namesWith = (query: Query, words: string[]) => findNames(context, passes, query, words)
  const near = spellings(word)
  const spelled = await Promise.all([namesWith(IN_NAME, near), namesWith(ELSEWHERE, near)])
  for (const found of spelled) if (found.size > 0) return mostFrequent(found)
  const begun = [...near.filter(({ length }) => length >= LONG_BEGINNING), ...stems(word)]
  const found = await namesWith(BEGUN_IN_NAME, [...begun, firstHalf(word)])
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
  const found = (query: Query) => sql`exists (${productsWith(workspaceId, passes, query)})`
  // Of a frequent word, what it begins is several times as many index entries.
  const { rows } = await sql<{ word: string }>`
    ${sampling(words)}
    select word from asked where ${found(WHOLE)} or ${found(BEGUN)}`.execute(db)
  return new Set(rows.map(({ word }) => word))
}

/** Names of products that pass, a few for each word whose query finds any. */
async function findNames(
  { db, workspaceId }: WorkspaceContext,
  passes: RawBuilder<unknown>,
  query: Query,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ word: string; names: string[] }>`
    ${sampling(words)}
    select word, json_agg(found.name_folded) as names
    from asked cross join lateral (
      ${productsWith(workspaceId, passes, query)} limit ${sql.lit(COUNTED)}) found
    group by word`.execute(db)
  return new Map(rows.map(({ word, names }) => [word, names]))
}

/** SQL: a CTE `asked` with these words. Until the statement ends, the index gives a sample of a frequent one. */
function sampling(words: readonly string[]): RawBuilder<unknown> {
  return sql`with asked as materialized (
    select word from (select set_config('gin_fuzzy_search_limit', ${String(SAMPLE)}, true) offset 0) sampled
    cross join json_array_elements_text(${JSON.stringify(words)}::json) word)`
}

/** SQL: names of products that pass, of a few that the query for the word of `asked` finds. */
function productsWith(workspaceId: string, passes: RawBuilder<unknown>, query: Query): RawBuilder<unknown> {
  // The database makes hundreds of queries faster than it reads them.
  return sql`
    select p.name_folded from (
      select * from product
      where ${hasWords(workspaceId, sql`replace(${query(workspaceId, '%')}, '%', word)`)}
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

/** Letters of a script, as folded texts have them. */
const ALPHABETS = ['abcdefghijklmnopqrstuvwxyz', 'αβγδεζηθικλμνξοπρστυφχψω', 'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ']

/** Shorter words resemble too many others. Longer ones have too many spellings. */
const [SHORTEST, LONGEST] = [4, 20]
/** So much of a word is left without its ending. */
const STEM = 4
const ENDING = 3

/** True for a word that may be misspelled. Numbers and codes are not corrected. */
function isSpelled(word: string): boolean {
  return word.length >= SHORTEST && word.length <= LONGEST && /^\p{L}+$/u.test(word)
}

/**
 * All words with one letter too few, too many or wrong, or with two neighbours swapped. The first letter stays or goes.
 * None has a letter more at its end: a word that begins others is known.
 */
function spellings(word: string): string[] {
  const letters = ALPHABETS.find((alphabet) => alphabet.includes(word[0]!)) ?? ''
  const found = new Set<string>()
  for (let at = 0; at < word.length; at++) {
    const [before, behind] = [word.slice(0, at), word.slice(at)]
    found.add(before + behind.slice(1))
    if (behind.length > 1) found.add(before + behind[1] + behind[0] + behind.slice(2))
    for (const letter of letters) {
      found.add(before + letter + behind)
      if (at > 0) found.add(before + letter + behind.slice(1))
    }
  }
  found.delete(word)
  return [...found]
}

/** The word with less and less of its ending, the longest first. */
function stems(word: string): string[] {
  return Array.from({ length: ENDING }, (_, i) => word.slice(0, -1 - i)).filter((stem) => stem.length >= STEM)
}

/** The first half of a word, which a typo in the second half leaves as it is. */
function firstHalf(word: string): string {
  return word.slice(0, Math.max(3, Math.ceil(word.length / 2)))
}

/** Products that are looked at: they have the numbers in their names. */
const MOST_SIZES = 300
/** Of a longer row of numbers the index is asked for these. */
const MAX_NUMBERS = 3

/**
 * The query with its size as a name writes it: `tray 16 x 30` for `tray 16x30`. Null if it has no size, or if the search
 * for `q` finds this way of writing anyway.
 */
async function suggestSize(
  { db, workspaceId }: WorkspaceContext,
  q: string,
  passes: RawBuilder<unknown>,
): Promise<string | null> {
  const folded = fold(q)
  const size = sizeIn(folded)
  if (!size) return null
  const others = queryWords(folded.replace(size.written, ' '))
  const asked = [
    ...size.numbers.slice(0, MAX_NUMBERS).map((number) => numberQuery(workspaceId, number)),
    ...(others.length > 0 ? [searchQuery(workspaceId, others, 'anywhere')] : []),
  ].join(' & ')
  const { rows } = await sql<{ name: string }>`
    select p.name_folded as name from (
      select * from product where ${hasWords(workspaceId, sql`${asked}`)}
      limit ${sql.lit(MOST_SIZES)}) p
    where ${passes}`.execute(db)
  const typed = queryWords(size.written)
  const ways = rows.flatMap(({ name }) => size.pattern.exec(name)?.[0] ?? [])
  const other = ways.find((written) => !queryWords(written).every((word) => typed.includes(word)))
  return other === undefined ? null : folded.replace(size.written, () => other)
}

/** Names with the number as a word, alone or with what stands right behind it: `16`, `16x30`, `16cm`. */
function numberQuery(workspaceId: string, number: string): string {
  const word = (text: string) => lexeme(workspaceId, text.replace(',', '.'), 'in name')
  return `(${[word(number), ...['x', 'm', 'c', 'i', 'f'].map((next) => `${word(number + next)}:*`)].join(' | ')})`
}

/** A size of a query. `numbers`: `16` and `30` of `16x30`. `pattern` finds it in folded names, however it is written. */
type Size = { written: string; numbers: string[]; pattern: RegExp }

const NUMBER = String.raw`[a-z]?\d+(?:[.,]\d+)?`
const UNIT = String.raw`(?:mm|cm|m|in|ft|["″′]+)`
const TIMES = String.raw`\s*${UNIT}?\s*[x×*]\s*`
/** No number goes on before or behind. */
const [BEFORE, BEHIND] = [String.raw`(?<![\p{L}\p{N}]|\d[.,])`, String.raw`(?![.,]?\d)`]

const DIMENSIONS = new RegExp(
  String.raw`${BEFORE}(${NUMBER}(?:${TIMES}${NUMBER})+)${BEHIND}(?:\s*${UNIT}(?![\p{L}\p{N}]))?`,
  'u',
)
const AMOUNT = new RegExp(
  String.raw`${BEFORE}(\d+(?:[.,]\d+)?)\s*(mm|cm|m|km|ml|cl|dl|l|mg|g|kg|oz|lb|in|ft|w|kw|v|a)(?![\p{L}\p{N}])`,
  'u',
)

/** The first size in a folded text: dimensions, such as `16x30` and `m8 x 40`, or a number with its unit: `500 ml`. */
function sizeIn(folded: string): Size | undefined {
  const [withUnit, dimensions] = DIMENSIONS.exec(folded) ?? []
  if (withUnit !== undefined) {
    const numbers = dimensions!.split(/[x×*]/).map((part) => new RegExp(NUMBER).exec(part)![0])
    return { written: withUnit, numbers, pattern: patternOf(numbers.map(escaped).join(TIMES), BEHIND) }
  }
  const [written, number, unit] = AMOUNT.exec(folded) ?? []
  if (written === undefined) return undefined
  return {
    written,
    numbers: [number!],
    pattern: patternOf(String.raw`${escaped(number!)}\s*${unit}`, String.raw`(?![\p{L}\p{N}])`),
  }
}

function patternOf(size: string, behind: string): RegExp {
  return new RegExp(`${BEFORE}${size}${behind}`, 'u')
}

/** A comma and a point are the same. */
function escaped(number: string): string {
  return number.replace(/[.,]/, '[.,]')
}

/** How many characters to insert, leave out or replace (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, character] of [...a].entries()) {
    const row = [i + 1]
    for (let j = 0; j < b.length; j++) {
      row.push(Math.min(above[j + 1]! + 1, row[j]! + 1, above[j]! + (b[j] === character ? 0 : 1)))
    }
    above = row
  }
  return above[b.length]!
}

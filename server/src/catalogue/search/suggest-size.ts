import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { fold } from '../../lib/fold.ts'
import { hasWords, lexeme, queryWords, searchQuery } from './search-words.ts'

/** Products that are looked at: they have the numbers in their names. */
const MOST = 300
/** Of a longer row of numbers the index is asked for these. */
const MAX_NUMBERS = 3

/**
 * The query with its size as a name writes it: `tray 16 x 30` for `tray 16x30`. Null if it has no size, or if the search
 * for `q` finds this way of writing anyway.
 */
export async function suggestSize(
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
      limit ${sql.lit(MOST)}) p
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

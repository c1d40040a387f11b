import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { fold } from '../../lib/fold.ts'
import { hasWords, lexeme, queryWords, searchQuery } from './search-words.ts'
import { sizeIn } from './size-in-text.ts'

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

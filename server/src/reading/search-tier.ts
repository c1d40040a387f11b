import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Cursor } from '../context.ts'
import type { Unpacked } from './packed-rows.ts'

/** A search: tiers of rows, of which earlier ones come first. Its expressions refer to the terms as columns of `asked`. */
export type Search<Column extends string> = {
  /** The table of the rows, which have a column `id`. */
  table: string
  terms: { columns: string; values: object }
  tiers: Tier[]
  cursorOf: (row: Unpacked<Column>, step: number) => Cursor
}

/** Rows of a search, `p`, that one index finds. */
export type Tier = {
  /** Whether the index of words finds them. */
  byWords: boolean
  matches: RawBuilder<boolean>
  /** The step of the search that shows them, from 0 on: a number for each row. */
  step: RawBuilder<number>
  /** The first and the last step that it can be. */
  steps: [first: number, last: number]
  /** The column that the rows of a step are ordered by, before their id. */
  by: string
  /** Whether the index that finds them has them in order, so that no more are read than are wanted. */
  ordered: boolean
  /** The column by which its index orders them, where that is to leave no other index for it (`index-hint.ts`). */
  along?: string
  /** Index-only prefilter: true for all that match and for few others, told by the index of the order alone. */
  hint?: RawBuilder<boolean>
}

/** True for rows of a tier behind a cursor of the search, whose key and id are columns of `asked`. */
export function isBehind({ step, steps: [first, last], by }: Tier, cursor: Cursor | null): RawBuilder<boolean> {
  if (cursor === null || first > cursor.step!) return sql`true`
  const key = sql`p.${sql.ref(by)}, p.id`
  // With one step, the index is entered at the cursor.
  if (first === last) return sql`(${key}) > (asked.cursor_key, asked.cursor_id)`
  return sql`(${step}, ${key}) > (${sql.lit(cursor.step!)}, asked.cursor_key, asked.cursor_id)`
}

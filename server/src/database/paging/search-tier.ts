import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Cursor } from '../../context.ts'
import type { Unpacked } from './packed-rows.ts'

/** A search: tiers of rows, in order of relevance. */
export type Search<Column extends string> = {
  /** The table of the rows. It must have a column `id`. */
  table: string
  tiers: Tier[]
  /** SQL: true for a row, `p`, that the filter of the list lets pass. Null if all pass. */
  passes: RawBuilder<boolean> | null
  cursorOf: (row: Unpacked<Column>, step: number) => Cursor
}

/** A search tier: the rows, `p`, that one index finds. */
export type Tier = {
  /** True if the index of words finds them. */
  byWords: boolean
  /** What the index is asked. It finds all rows of the tier, maybe among others. */
  index: RawBuilder<boolean>
  /** What the rows of the tier fulfil besides. Null if the index finds no others. */
  matches: RawBuilder<boolean> | null
  /** SQL: the relevance step of a row, from 0. */
  step: RawBuilder<number>
  /** The first and the last possible step. */
  steps: [first: number, last: number]
  /** The sort column of the rows in a step. The id comes second, unless the column is unique. */
  by: string
  unique?: boolean
  /** True if the index that finds the rows also has their order, so a page reads only its own rows. */
  ordered: boolean
  /** Index-only prefilter, evaluated in the index of the order. No false negatives, few false positives. */
  prefilter?: RawBuilder<boolean>
}

/** SQL: true for rows of a tier behind a cursor. */
export function isBehind({ step, steps: [first, last], by }: Tier, cursor: Cursor | null): RawBuilder<boolean> {
  if (cursor === null || first > cursor.step!) return sql`true`
  const key = sql`p.${sql.ref(by)}, p.id`
  const cursorKey = sql`${cursor.key}::text, ${cursor.id}::uuid`
  // With one step, the index scan starts at the cursor.
  if (first === last) return sql`(${key}) > (${cursorKey})`
  return sql`(${step}, ${key}) > (${sql.lit(cursor.step!)}, ${cursorKey})`
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { counted } from '../../shared/counted.ts'
import { uuidArray } from '../../database/rowset.ts'
import type { Row } from '../../database/tables.ts'
import { Conflict } from '../../errors.ts'
import { fold } from '../../lib/fold.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { CHANGE_RANGES } from './histogram.ts'
import { linesOf } from './price-change-basis.ts'

export const LINE_FILTERS = ['rises', 'drops', 'unchanged', 'first_price'] as const

/** Lines by their text, and by what they do to the list price. `first_price`: the product has none yet. */
export type LineFilter = {
  /** A part of the SKU, or words of the name. */
  q?: string | undefined
  show?: (typeof LINE_FILTERS)[number] | undefined
  /** One of CHANGE_RANGES. */
  bar?: number | undefined
}

/** Lines by their products, or all that match a filter, with the number of them that was shown. */
export type LineChoice = { productIds: readonly string[] } | { filter: LineFilter; expected: number }

const SHOWN: Record<(typeof LINE_FILTERS)[number], RawBuilder<boolean>> = {
  rises: sql`after > before`,
  drops: sql`after < before`,
  unchanged: sql`after = before`,
  first_price: sql`before is null`,
}

/** SQL: true if a row of `linesOf` matches the filter. */
export function matchesLine({ q, show, bar }: LineFilter): RawBuilder<boolean> {
  const words = q === undefined ? [] : fold(q).split(' ').filter(Boolean)
  const inName = sql.join([sql`true`, ...words.map((word) => sql`strpos(name_folded, ${word}) > 0`)], sql` and `)
  return sql`(${q === undefined ? sql`true` : sql`strpos(sku_key, ${matchingKey(q)}) > 0 or ${inName}`})
    and ${show === undefined ? sql`true` : SHOWN[show]}
    and ${bar === undefined ? sql`true` : isInRange(CHANGE_RANGES[bar]!)}`
}

function isInRange({ fromBp, toBp }: (typeof CHANGE_RANGES)[number]): RawBuilder<boolean> {
  const from = fromBp === null ? sql`true` : sql`change_bp >= ${fromBp}`
  const to = toBp === null ? sql`true` : sql`change_bp < ${toBp}`
  return sql`(change_bp is not null and ${from} and ${to})`
}

/**
 * The chosen lines of a change, as a relation like `linesOf`.
 * Throws Conflict where another number of lines matches the filter than was shown.
 */
export async function chooseLines(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  choice: LineChoice,
): Promise<RawBuilder<unknown>> {
  if ('productIds' in choice) {
    return sql`select * from (${linesOf(context, change)}) l
      where product_id = any(${uuidArray(choice.productIds)})`
  }
  const chosen = sql`select * from (${linesOf(context, change)}) l where ${matchesLine(choice.filter)}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${chosen}) l`.execute(context.db)
  requireExpected(rows[0]!.count, choice.expected, 'line')
  return chosen
}

/** Throws Conflict where the number that a person was shown is not the present one. */
export function requireExpected(count: number, expected: number, thing: string): void {
  if (count === expected) return
  throw new Conflict(
    `${counted(count, thing)} match now, not ${expected.toLocaleString('en')} as was shown. Look at them again.`,
  )
}

import { shareOf } from '../rules/basis-points.ts'
import { tariffOf } from './read-payers.ts'
import type { Payer } from './read-payers.ts'
import type { ChangeLine, ChangeLines } from './read-change-lines.ts'

/** Which customers pay another price for one unit after a change: more for a line, less for a line, or both. */
export type Affected = { payer: Payer; more: boolean; less: boolean }

/** A line with a list price before the change. */
type PricedLine = ChangeLine & { before: number }

/** Lines on which all customers get the same discount. `first` has the largest change. */
type Group = { brandId: string; categoryId: string; lines: PricedLine[]; first: PricedLine }

/** Lines that all customers see, by what discounts depend on, those that rise and those that drop. */
type OpenLines = { rising: Group[]; dropping: Group[] }

/** Puts the lines that all customers see together, so that a customer is rarely priced on more than one of them. */
export function openLines(lines: readonly ChangeLine[]): OpenLines {
  const open = lines.filter((line): line is PricedLine => line.active && !line.isSelected && line.before !== null)
  return {
    rising: grouped(open.filter(({ before, after }) => after > before)),
    dropping: grouped(open.filter(({ before, after }) => after < before)),
  }
}

function grouped(lines: PricedLine[]): Group[] {
  const byPlace = Map.groupBy(lines, ({ brandId, categoryId }) => `${brandId} ${categoryId}`)
  const groups = [...byPlace.values()].map((lines) => {
    const first = lines.reduce((largest, line) => (sizeOf(line) > sizeOf(largest) ? line : largest))
    return { brandId: first.brandId, categoryId: first.categoryId, lines, first }
  })
  return groups.toSorted((a, b) => sizeOf(b.first) - sizeOf(a.first))
}

function sizeOf({ before, after }: PricedLine): number {
  return Math.abs(after - before)
}

/** Whether the change raises or lowers a price of a customer. One line is enough for each. */
export function affect(payer: Payer, open: OpenLines, lines: ChangeLines): Affected {
  const { seen } = lines
  const selected = (seen.get(payer.id) ?? []).filter((line): line is PricedLine => line.active && line.before !== null)
  const moves = (line: PricedLine) =>
    !isFixed(payer, line, lines) && pays(payer, line, line.before) !== pays(payer, line, line.after)
  // Who gets a group for nothing pays the same for each of its lines.
  const movesIn = ({ brandId, categoryId, lines, first }: Group) =>
    tariffOf(payer, brandId, categoryId).share > 0 && (moves(first) || lines.some(moves))
  return {
    payer,
    more: open.rising.some(movesIn) || selected.some((line) => line.after > line.before && moves(line)),
    less: open.dropping.some(movesIn) || selected.some((line) => line.after < line.before && moves(line)),
  }
}

/** Whether an agreed price, of the customer or of its price group, decides the price of one unit. */
export function isFixed(payer: Payer, line: ChangeLine, { agreed }: Pick<ChangeLines, 'agreed'>): boolean {
  return Boolean(agreed.get(payer.id)?.has(line)) || isFixedByGroup(payer, line, { agreed })
}

/** The same for an agreed price of its price group, whether the customer has one itself or not. */
export function isFixedByGroup(payer: Payer, line: ChangeLine, { agreed }: Pick<ChangeLines, 'agreed'>): boolean {
  if (payer.group === null || !agreed.get(payer.group.id)?.has(line)) return false
  return tariffOf(payer, line.brandId, line.categoryId).group !== null
}

/** What the customer pays for one unit of a line without an agreed price, in minor units. */
export function pays(payer: Payer, { brandId, categoryId }: ChangeLine, listPrice: number): number {
  return shareOf(listPrice, tariffOf(payer, brandId, categoryId).share)
}

import { agreedUnit, tariffOf, unitOf } from '../impact/payers.ts'
import type { Payer } from '../impact/payers.ts'
import { mapInSlices } from '../../lib/map-in-slices.ts'
import { bySku } from './change-lines.ts'
import type { ChangeLine, ChangeTerms } from './change-lines.ts'
import { roundedAverage, sumOf } from './histogram.ts'

/** What a change does to a customer, over the lines of products that it sees. */
type Effect = {
  /** The customer pays more for a line, and less for a line. */
  more: boolean
  less: boolean
  /** The average change of its lines, in basis points. A line with an agreed price counts as 0. */
  averageBp: number
  rises: number
  drops: number
  /** Lines that would rise or drop, but for an agreed price. */
  shielded: number
}

export type Affected = Effect & { payer: Payer }

/**
 * What a change does to each customer, in the order of names; and the lines that an agreed price keeps for one of them.
 * Customers with the same terms are compared once: all of a price group, or without one, who have none of their own.
 */
export async function affectedCustomers(terms: ChangeTerms): Promise<{ affected: Affected[]; kept: Set<ChangeLine> }> {
  const { agreed, seen, payers } = terms
  const kept = new Set<ChangeLine>()
  const comparison = new Comparison(terms, kept)
  const ofGroup = new Map<string, Effect>()
  const affected = await mapInSlices(payers, (payer) => {
    const { id, all, brands, categories, group } = payer
    const hasOwn = all !== null || brands.size + categories.size > 0 || agreed.has(id) || seen.has(id)
    const effect = () => comparison.effectOn(payer)
    return { payer, ...(hasOwn ? effect() : ofGroup.getOrInsertComputed(group?.id ?? '', effect)) }
  })
  return { affected, kept }
}

type PricedLine = ChangeLine & { before: number }

/** Lines that all customers see, and on which each gets one discount. `first` has the largest change. */
type Place = { lines: PricedLine[]; first: PricedLine }

type Sums = { lines: number; bp: bigint; rises: number; drops: number }

/** Compares what customers pay for the lines of a change before and after it. */
class Comparison {
  readonly #terms: ChangeTerms
  readonly #kept: Set<ChangeLine>
  readonly #open: Sums
  readonly #rising: Place[]
  readonly #dropping: Place[]

  /** Lines that an agreed price keeps are added to `kept`. */
  constructor(terms: ChangeTerms, kept: Set<ChangeLine>) {
    this.#terms = terms
    this.#kept = kept
    const open = terms.lines.filter(({ isOpen }) => isOpen)
    this.#open = sumUp(open)
    this.#rising = placesOf(open.filter(isRising))
    this.#dropping = placesOf(open.filter(isDropping))
  }

  /**
   * One line is enough to pay more, or less. The average comes from sums over all lines, less those that an agreed price
   * keeps: no customer is priced on every line.
   */
  effectOn(payer: Payer): Effect {
    const { agreed, seen } = this.#terms
    const own = seen.get(payer.id) ?? []
    const moves = (line: ChangeLine) => {
      const [before, after] = compared(payer, line, agreed)
      return before !== after
    }
    // Who gets all of a place for nothing pays the same for each of its lines.
    const movesIn = ({ first, lines }: Place) => tariffOf(payer, first).share > 0 && (moves(first) || lines.some(moves))
    const more = this.#rising.some(movesIn) || own.some((line) => isRising(line) && moves(line))
    const less = this.#dropping.some(movesIn) || own.some((line) => isDropping(line) && moves(line))
    const kept = sumUp(this.#keptFor(payer, own))
    const shielded = kept.rises + kept.drops
    if (!more && !less) return { more, less, averageBp: 0, rises: 0, drops: 0, shielded }
    const [open, selected] = [this.#open, sumUp(own)]
    return {
      more,
      less,
      averageBp: roundedAverage(open.bp + selected.bp - kept.bp, open.lines + selected.lines) ?? 0,
      rises: open.rises + selected.rises - kept.rises,
      drops: open.drops + selected.drops - kept.drops,
      shielded,
    }
  }

  #keptFor(payer: Payer, own: readonly ChangeLine[]): ChangeLine[] {
    const { agreed } = this.#terms
    const seen = new Set(own)
    const ofGroup = payer.group ? agreed.get(payer.group.id) : undefined
    const found = new Set([...(agreed.get(payer.id)?.keys() ?? []), ...(ofGroup?.keys() ?? [])])
    const kept = [...found].filter(
      (line) => (line.isOpen || seen.has(line)) && agreedUnit(payer, line, { agreed }) !== undefined,
    )
    for (const line of kept) if (line.before !== null && line.before !== line.after) this.#kept.add(line)
    return kept
  }
}

function isRising(line: ChangeLine): line is PricedLine {
  return line.before !== null && line.after > line.before
}

function isDropping(line: ChangeLine): line is PricedLine {
  return line.before !== null && line.after < line.before
}

/** The place with the largest change first: a customer is rarely priced on more than one line. */
function placesOf(lines: readonly PricedLine[]): Place[] {
  const byPlace = Map.groupBy(lines, ({ brandId, categoryId }) => `${brandId} ${categoryId}`)
  const places = [...byPlace.values()].map((lines) => ({
    lines,
    first: lines.reduce((largest, line) => (sizeOf(line) > sizeOf(largest) ? line : largest)),
  }))
  return places.toSorted((a, b) => sizeOf(b.first) - sizeOf(a.first))
}

function sizeOf({ before, after }: PricedLine): number {
  return Math.abs(after - before)
}

/** Sums over those lines that have a price to compare with. */
function sumUp(lines: readonly ChangeLine[]): Sums {
  const changes = lines.flatMap(({ changeBp }) => changeBp ?? [])
  return {
    lines: changes.length,
    bp: sumOf(changes),
    rises: changes.filter((change) => change > 0).length,
    drops: changes.filter((change) => change < 0).length,
  }
}

type Rise = { line: ChangeLine; before: number; after: number }

/** The line that rises most of those that the customer sees and pays more for, the first by SKU among several. */
export function largestRise(payer: Payer, { lines, agreed, seen }: ChangeTerms): Rise | null {
  const own = new Set(seen.get(payer.id))
  let largest: Rise | null = null
  for (const line of lines) {
    const isLarger = (line.changeBp ?? 0) - (largest?.line.changeBp ?? 0)
    if (!line.changeBp || line.changeBp < 0 || isLarger < 0 || !(line.isOpen || own.has(line))) continue
    const [before, after] = compared(payer, line, agreed)
    if (before >= after) continue
    if (!largest || isLarger > 0 || bySku(line, largest.line) < 0) largest = { line, before, after }
  }
  return largest
}

/** What a customer pays for one unit of a line before and after, in minor units. */
export function compared(payer: Payer, line: ChangeLine, agreed: ChangeTerms['agreed']): [number, number] {
  const unit = (listPrice: number | null) => unitOf(payer, line, { listPrice, agreed }) ?? 0
  return [unit(line.before), unit(line.after)]
}

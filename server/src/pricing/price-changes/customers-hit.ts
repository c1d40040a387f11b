import { mapInSlices } from '../../lib/map-in-slices.ts'
import { classesOf, Comparison } from '../impact/comparison.ts'
import type { PayerClass } from '../impact/comparison.ts'
import { tariffOf } from '../impact/payers.ts'
import type { Payer } from '../impact/payers.ts'
import { sortedBySku } from '../impact/products.ts'
import type { Compared } from '../impact/products.ts'
import { changeBpOf, unitsOf } from './change-lines.ts'
import type { ChangeTerms } from './change-lines.ts'
import { roundedAverage, sumOf } from './histogram.ts'

/** What a change does to a customer, over the lines of products that it sees. */
export type Affected = {
  payer: Payer
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

type Sums = { lines: number; bp: bigint; rises: number; drops: number }

const NO_LINES: ReadonlyMap<Compared, number> = new Map()

/** Lines that would move, and whose agreed prices keep them: ids of customers and price groups. */
export type Kept = Map<Compared, Set<string>>

/**
 * What a change does to each customer, in the order of names; and the lines that an agreed price keeps for one of them.
 * The average comes from sums over all lines, less those that an agreed price keeps: those of the price group are summed
 * up once for a class of customers.
 */
export async function affectedCustomers(terms: ChangeTerms): Promise<{ affected: Affected[]; kept: Kept }> {
  const { lines, payers, agreed, seen } = terms
  const comparison = new Comparison(await classesOf(payers))
  await comparison.add(
    lines.filter(({ before }) => before.listPrice !== null),
    { before: agreed, after: agreed },
  )
  const { rise, drop, classOf } = comparison
  const open = sumUp(lines.filter(isOpen))
  const kept: Kept = new Map()
  const keep = (line: Compared, owner: string) => {
    if (isMoving(line)) kept.getOrInsertComputed(line, () => new Set()).add(owner)
  }
  const byClass = new Map<PayerClass, { byGroup: ReadonlySet<Compared>; keptOpen: Sums }>()
  const keptByGroup = ({ ids, before: payer }: PayerClass) => {
    const ofGroup = payer.group ? [...(agreed.get(payer.group.id) ?? NO_LINES).keys()] : []
    const byGroup = new Set(ofGroup.filter((line) => tariffOf(payer, line.after).group !== null))
    const lines = [...byGroup].filter(isOpen)
    for (const line of lines) if (ids.some((id) => !agreed.get(id)?.has(line))) keep(line, payer.group!.id)
    return { byGroup, keptOpen: sumUp(lines) }
  }
  const affected = await mapInSlices(payers, (payer) => {
    const { id } = payer
    const { byGroup, keptOpen } = byClass.getOrInsertComputed(classOf.get(id)!, keptByGroup)
    const [own, sees] = [agreed.get(id) ?? NO_LINES, seen.get(id) ?? []]
    const ownOpen = [...own.keys()].filter(isOpen)
    const seenKept = sees.filter((line) => own.has(line) || byGroup.has(line))
    for (const line of [...ownOpen, ...seenKept]) keep(line, own.has(line) ? id : payer.group!.id)
    const others = [...ownOpen.filter((line) => !byGroup.has(line)), ...seenKept]
    const [all, keeps] = [plus(open, sumUp(sees)), plus(keptOpen, sumUp(others))]
    const [more, less, shielded] = [rise.customers.has(id), drop.customers.has(id), keeps.rises + keeps.drops]
    if (!more && !less) return { payer, more, less, averageBp: 0, rises: 0, drops: 0, shielded }
    return {
      payer,
      more,
      less,
      averageBp: roundedAverage(all.bp - keeps.bp, all.lines) ?? 0,
      rises: all.rises - keeps.rises,
      drops: all.drops - keeps.drops,
      shielded,
    }
  })
  return { affected, kept }
}

function isOpen({ after }: Compared): boolean {
  return after.viewers === null
}

function isMoving({ before, after }: Compared): boolean {
  return before.listPrice !== null && before.listPrice !== after.listPrice
}

/** Sums over those lines that have a price to compare with. */
function sumUp(lines: readonly Compared[]): Sums {
  const changes = lines.flatMap((line) => changeBpOf(line) ?? [])
  return {
    lines: changes.length,
    bp: sumOf(changes),
    rises: changes.filter((change) => change > 0).length,
    drops: changes.filter((change) => change < 0).length,
  }
}

function plus(a: Sums, b: Sums): Sums {
  return { lines: a.lines + b.lines, bp: a.bp + b.bp, rises: a.rises + b.rises, drops: a.drops + b.drops }
}

type Rise = { line: Compared; before: number; after: number; changeBp: number }

/** Finds the line that rises most of those that a customer sees and pays more for, the first by SKU among several. */
export function findLargestRise({ lines, agreed, seen }: ChangeTerms): (payer: Payer) => Rise | null {
  const byChange = Map.groupBy(lines, (line) => changeBpOf(line) ?? 0)
  const rising = [...byChange].filter(([changeBp]) => changeBp > 0).toSorted(([a], [b]) => b - a)
  const sorted = new Map<number, Compared[]>()
  return (payer) => {
    const own = new Set(seen.get(payer.id))
    for (const [changeBp, alike] of rising) {
      for (const line of sorted.getOrInsertComputed(changeBp, () => sortedBySku(alike))) {
        if (!isOpen(line) && !own.has(line)) continue
        const [before, after] = unitsOf(payer, line, agreed)
        if (before < after) return { line, before, after, changeBp }
      }
    }
    return null
  }
}

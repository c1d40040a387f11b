import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { Row } from '../../database/tables.ts'
import { changeInBp } from '../../shared/read-price.ts'
import { readPayers, unitOf } from '../impact/payers.ts'
import type { Payer } from '../impact/payers.ts'
import { agreedOn, bySku, readAgreed, readCompared } from '../impact/products.ts'
import type { Agreed, Compared } from '../impact/products.ts'
import { linesInSlices } from './price-change-basis.ts'

/** Lines of one slice: each is read with all agreed prices on its product. */
const LINES = 1_000

/** All lines of a price change, and what the prices of customers for them follow from. */
export type ChangeTerms = {
  /** In the order of the ids of their products. */
  lines: Compared[]
  payers: Payer[]
  agreed: Agreed
  /** By customer: lines of products that only some customers see. */
  seen: Map<string, Compared[]>
  /** Agreed prices above the new list price, at any quantity, now or later: how many there are on a line. */
  inverted: Map<Compared, number>
}

/** Reads all lines, in slices, and the terms that apply at that time. */
export async function readChangeTerms(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  at: Date,
): Promise<ChangeTerms> {
  const { payers } = await readPayers(context)
  const terms: ChangeTerms = { lines: [], payers, agreed: new Map(), seen: new Map(), inverted: new Map() }
  const { agreed, inverted } = terms
  const each = (line: Compared, unit: number) => {
    if (unit > line.after.listPrice!) inverted.set(line, (inverted.get(line) ?? 0) + 1)
  }
  for await (const slice of linesInSlices(context, change, LINES)) {
    const lines = await readCompared(context, sql`(select l.*, l.product_id as id from (${slice}) l)`, {
      condition: sql`true`,
      before: sql`p.before`,
      after: sql`p.after`,
    })
    terms.lines.push(...lines)
    await readAgreed(context, lines, { at, each, agreed })
    for (const line of lines) {
      for (const id of line.after.viewers ?? []) terms.seen.getOrInsertComputed(id, () => []).push(line)
    }
  }
  return terms
}

/** By how much the list price of a line changes, in basis points; null if there is nothing to compare with. */
export function changeBpOf({ before, after }: Compared): number | null {
  return changeInBp(before.listPrice, after.listPrice!)
}

/** What a customer pays for one unit of a line before and after, in minor units. */
export function unitsOf(payer: Payer, line: Compared, agreed: Agreed): [before: number, after: number] {
  const unit = (offer: Compared['before']) => unitOf(payer, offer, agreedOn(agreed, line)) ?? 0
  return [unit(line.before), unit(line.after)]
}

export function firstBySku(lines: Iterable<Compared>, limit: number): Compared[] {
  let first: Compared[] = []
  for (const line of lines) {
    if (first.length === limit && bySku(line, first.at(-1)!) > 0) continue
    first = [...first, line].toSorted(bySku).slice(0, limit)
  }
  return first
}

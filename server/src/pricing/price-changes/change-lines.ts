import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { Row } from '../../database/tables.ts'
import { addAgreed, readAccess } from '../impact/moved-products.ts'
import { readPayers } from '../impact/payers.ts'
import type { Agreed, Filed, Payer } from '../impact/payers.ts'
import { pack, unpack } from '../../database/paging/index.ts'
import type { Packed } from '../../database/paging/index.ts'
import { changeInBp } from '../../shared/basis-points.ts'
import { linesInSlices } from './price-change-basis.ts'

/** Lines of one slice: each is read with all agreed prices on its product. */
const LINES = 1_000

/** A line of a price change. List prices in minor units. */
export type ChangeLine = Filed & {
  /** Of its product. */
  id: string
  /** Among all lines, from 0. */
  position: number
  /** JSON: a key may have any character. */
  skuKey: string
  /** All customers see the product. Else those in `seen` do. */
  isOpen: boolean
  before: number | null
  after: number
  /** Basis points; null if there is nothing to compare with. */
  changeBp: number | null
  /** Agreed prices above the new list price, at any quantity, now or later. */
  inverted: number
}

/** All lines of a price change, and what the prices of customers for them follow from. */
export type ChangeTerms = {
  /** In the order of the ids of their products. */
  lines: ChangeLine[]
  payers: Payer[]
  agreed: Agreed<ChangeLine>
  /** By customer: lines of products that only some customers see. */
  seen: Map<string, ChangeLine[]>
}

const LINE = {
  id: sql`product_id`,
  skuKey: sql`to_json(sku_key)`,
  brandId: sql`brand_id`,
  categoryId: sql`category_id`,
  isSelected: sql`(active and visibility = 'selected')`,
  isOpen: sql`(active and visibility = 'all')`,
  before: sql`before`,
  after: sql`after`,
}

/** Reads all lines, in slices, and the terms that apply at that time. */
export async function readChangeTerms(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  at: Date,
): Promise<ChangeTerms> {
  const { payers } = await readPayers(context)
  const result: ChangeTerms = { lines: [], payers, agreed: new Map(), seen: new Map() }
  const filed = new Map<string, string>()
  for await (const slice of linesInSlices(context, change, LINES)) {
    const { rows } = await sql<Packed<keyof typeof LINE>>`select ${pack(LINE)} from (${slice}) l`.execute(context.db)
    const found = unpack<keyof typeof LINE>(LINE, rows[0]!)
    // One text for all lines of a brand: there are many lines in memory.
    const shared = (id: string) => filed.getOrInsert(id, id)
    const lines = found.map((row, i) => lineOf(row, { position: result.lines.length + i, shared }))
    result.lines.push(...lines)
    await addAgreed(context, result.agreed, lines, {
      at,
      each: (line, unit) => {
        if (unit > line.after) line.inverted++
      },
    })
    const byId = new Map(lines.map((line) => [line.id, line]))
    const selected = found.filter(({ isSelected }) => isSelected === 'true').map(({ id }) => id)
    for await (const { customerId, productId } of readAccess(context, selected)) {
      result.seen.getOrInsertComputed(customerId, () => []).push(byId.get(productId)!)
    }
  }
  return result
}

type InChange = { position: number; shared: (id: string) => string }

function lineOf(row: Record<keyof typeof LINE, string>, { position, shared }: InChange): ChangeLine {
  const [before, after] = [row.before === '' ? null : Number(row.before), Number(row.after)]
  return {
    id: row.id,
    position,
    skuKey: row.skuKey,
    brandId: shared(row.brandId),
    categoryId: shared(row.categoryId),
    isOpen: row.isOpen === 'true',
    before,
    after,
    changeBp: changeInBp(before, after),
    inverted: 0,
  }
}

/** By SKU, byte by byte, as the database orders keys. */
export function bySku(a: { skuKey: string }, b: { skuKey: string }): number {
  return Buffer.compare(Buffer.from(JSON.parse(a.skuKey)), Buffer.from(JSON.parse(b.skuKey)))
}

/** The first lines by SKU. */
export function firstBySku(lines: Iterable<ChangeLine>, limit: number): ChangeLine[] {
  let first: ChangeLine[] = []
  for (const line of lines) {
    if (first.length === limit && bySku(line, first.at(-1)!) > 0) continue
    first = [...first, line].toSorted(bySku).slice(0, limit)
  }
  return first
}

import { MAX_PRICE } from '../../shared/limits.ts'

/** A cell of the grid that somebody has set, or a pasted row. */
export type Cell = ({ productId: string } | { sku: string }) & {
  /**
   * The new price in minor units; null removes the line. Left out: the list price, to add a line that is edited next.
   */
  to?: number | null | undefined
  /** What the editor saw there: a price, or null for no line. Left out, whatever is there is replaced. */
  from?: number | null | undefined
}

/** What a cell names now. Null: there is no such product, list price or line. */
export type FoundCell = {
  productId: string | null
  sku: string | null
  listPrice: number | null
  newPrice: number | null
}

export type TakenCell = { productId: string; sku: string; from: number | null; to: number | null }

export const CELL_REFUSALS = ['unknown', 'changed', 'twice', 'no_list_price', 'too_high'] as const

type RefusedCell = {
  /** Position in the call, from 0. */
  index: number
  sku: string | null
  reason: (typeof CELL_REFUSALS)[number]
  /** What is there now, in minor units; null for no line. */
  present: number | null
}

/**
 * Decides for each cell whether it is taken. Of two cells for one product, the first is taken, and an equal one too.
 */
export function validateCells(
  cells: readonly Cell[],
  found: readonly FoundCell[],
): { taken: TakenCell[]; refused: RefusedCell[] } {
  const taken = new Map<string, TakenCell>()
  const refused: RefusedCell[] = []
  for (const [index, cell] of cells.entries()) {
    const { productId, sku, listPrice, newPrice: present } = found[index]!
    const refuse = (reason: RefusedCell['reason']) =>
      refused.push({ index, sku: sku ?? ('sku' in cell ? cell.sku : null), reason, present })
    if (productId === null) {
      refuse('unknown')
      continue
    }
    const to = cell.to === undefined ? (present ?? listPrice) : cell.to
    const earlier = taken.get(productId)
    if (cell.to === undefined && to === null) refuse('no_list_price')
    else if (to !== null && to > MAX_PRICE) refuse('too_high')
    else if (earlier && earlier.to !== to) refuse('twice')
    else if (cell.from !== undefined && cell.from !== present && to !== present) refuse('changed')
    else if (!earlier) taken.set(productId, { productId, sku: sku!, from: present, to })
  }
  return { taken: [...taken.values()], refused }
}

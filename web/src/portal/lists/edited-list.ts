import type { SoldIn } from '../../../../server/src/shared/order-quantity.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import { throwProblems } from '../../shared/use-submit.ts'
import type { ListWithLines } from './list-queries.ts'
import type { Draft, DraftLine } from './merge-list.ts'

type Line = DraftLine & { sku: string; soldIn: SoldIn | null }

/** A line as it is typed. */
export type EditedLine = Omit<Line, 'qty' | 'par'> & { quantity: string; par: string }

/** A list as it is typed. */
export type EditedList = { name: string; shared: boolean; lines: EditedLine[] }

/** What can be changed of a list. */
export function draftOf({ name, shared, lines }: ListWithLines): Draft<Line> {
  return { name, shared, lines: lines.map(({ product, ...line }) => ({ ...line, soldIn: product && soldIn(product) })) }
}

/** Without what else is known of a product. */
export function soldIn({ minOrderQty, orderMultiple }: SoldIn): SoldIn {
  return { minOrderQty, orderMultiple }
}

export function textsOf({ name, shared, lines }: Draft<Line>): EditedList {
  return {
    name,
    shared,
    lines: lines.map(({ qty, par, ...line }) => ({
      ...line,
      quantity: String(qty),
      par: par === null ? '' : String(par),
    })),
  }
}

/** Reads all that is typed. Throws what is wrong, at its field: "name", or the id of a product and its field. */
export function readEdited({ name, shared, lines }: EditedList): Draft<Line> {
  const problems: Record<string, string | undefined> = {
    name: name.trim() === '' ? 'Give the list a name.' : undefined,
  }
  const read = lines.map(({ quantity, par, ...line }) => {
    const qty = parseQuantity(quantity)
    const wanted = par.trim() === '' ? { value: null, problem: undefined } : parseQuantity(par)
    problems[`${line.productId} quantity`] = qty.problem
    problems[`${line.productId} par`] = wanted.problem
    return { ...line, qty: qty.value ?? 1, par: wanted.value ?? null }
  })
  throwProblems(problems)
  return { name: name.trim(), shared, lines: read }
}

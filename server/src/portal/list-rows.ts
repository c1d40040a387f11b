import { sql } from 'kysely'
import { rowset } from '../database/rowset.ts'
import { InvalidInput } from '../errors.ts'
import type { BuyerContext } from './buyer-context.ts'
import type { BuyersLine } from './buyers-line.ts'

/** A line of a list. `par` is how many of it are wanted in stock. */
export type ListLine = { productId: string; sku: string; name: string; qty: number; par: number | null }

/** The products of priced lines, each once. Throws InvalidInput where the customer sees no such product. */
export function newListLines(priced: readonly BuyersLine[]): ListLine[] {
  const issues = priced.flatMap(({ product, problem }, i) =>
    product ? [] : [{ path: `lines.${i}.sku`, message: problem! }],
  )
  if (issues.length > 0) throw new InvalidInput(issues)
  const lines = new Map<string, ListLine>()
  for (const { sku, qty, product } of priced) {
    const { id, name } = product!
    if (!lines.has(id)) lines.set(id, { productId: id, sku, name, qty, par: null })
  }
  return [...lines.values()]
}

/** Writes lines of a list in their order, behind those that have a place before `from`. */
export async function insertListLines(
  { db, workspaceId }: BuyerContext,
  listId: string,
  lines: readonly ListLine[],
  from = 0,
): Promise<void> {
  const rows = lines.map(({ productId, sku, name, qty, par }, i) => ({
    product_id: productId,
    sku,
    name,
    qty,
    par,
    position: from + i,
  }))
  await sql`
    insert into saved_list_line (workspace_id, list_id, product_id, sku, name, qty, par, position)
    select ${workspaceId}, ${listId}, product_id, sku, name, qty, par, position
    from ${rowset(rows, 'product_id uuid, sku text, name text, qty integer, par integer, position integer')}`.execute(
    db,
  )
}

export function nameTaken(name: string): InvalidInput {
  return new InvalidInput([{ path: 'name', message: `There is a list "${name}" already: choose another name.` }])
}

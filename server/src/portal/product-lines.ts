import { InvalidInput } from '../errors.ts'
import { sql } from 'kysely'
import { visibleTo } from '../pricing/customer-terms.ts'
import { textArray } from '../database/rowset.ts'
import type { BuyerContext, CustomerContext } from './buyer-context.ts'
import { priceBuyersLines } from './buyers-line.ts'
import type { BuyersLine } from './buyers-line.ts'

/** A line of a product that was kept: in a basket, a list or an order. */
type ProductLine = { productId: string; sku: string; name: string; qty: number }

/**
 * The same with the present SKU and name of the product. A product that the customer does not see now has those that
 * the line was kept with: what became of it since is not for them to know.
 */
export type PresentLine = ProductLine & { isSeen: boolean }

export async function withPresentNames<T extends ProductLine>(
  { db, workspaceId, customerId }: CustomerContext,
  kept: readonly T[],
): Promise<(T & PresentLine)[]> {
  if (kept.length === 0) return []
  const ids = textArray(kept.map(({ productId }) => productId))
  const rows = await db
    .selectFrom('product as p')
    .select(['p.id', 'p.sku', 'p.name'])
    .where('p.workspace_id', '=', workspaceId)
    .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
    .where(visibleTo(workspaceId, sql`${customerId}::uuid`))
    .execute()
  const seen = new Map(rows.map(({ id, sku, name }) => [id, { sku, name }]))
  return kept.map((line) => ({ ...line, ...seen.get(line.productId), isSeen: seen.has(line.productId) }))
}

/** The products that the customer sees: of others nothing is shown but what the line was kept with. */
export function seenIds(kept: readonly PresentLine[]): string[] {
  return kept.filter(({ isSeen }) => isSeen).map(({ productId }) => productId)
}

/** Prices such lines as an order would be priced now. Another product that has got the SKU since takes no line. */
export async function priceLines(context: BuyerContext, kept: readonly PresentLine[]): Promise<BuyersLine[]> {
  const priced = (
    await priceBuyersLines(
      context,
      kept.filter(({ isSeen }) => isSeen),
    )
  ).values()
  return kept.map(({ sku, qty, isSeen }) =>
    isSeen
      ? priced.next().value!
      : { sku, qty, product: null, price: null, nextBreak: null, problem: notAvailable(sku) },
  )
}

export function notAvailable(sku: string): string {
  return `"${sku}" is no longer available to you.`
}

/**
 * Throws InvalidInput for lines of products that the customer does not see any more: their SKUs may be those of others by
 * now.
 */
export function requireSeen(kept: readonly PresentLine[]): void {
  const issues = kept.flatMap(({ sku, isSeen }, i) =>
    isSeen ? [] : [{ path: `lines.${i}`, message: notAvailable(sku) }],
  )
  if (issues.length > 0) throw new InvalidInput(issues)
}

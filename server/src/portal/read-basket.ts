import type { BuyerContext } from './buyer-context.ts'
import { findBasket, keptLines } from './basket-rows.ts'
import type { KeptLine } from './basket-rows.ts'
import type { BuyersLine } from './buyers-line.ts'
import { priceKept } from './kept-products.ts'
import { buyersLabel } from './buyers-product.ts'
import { readPortalSettings } from './portal-settings.ts'
import type { PortalSettings } from './portal-settings.ts'

export type BasketLine = Omit<BuyersLine, 'product'> & {
  productId: string
  name: string
  /** Null where the customer sees no such product any more. */
  unitLabel: string | null
  minOrderQty: number
  /** The price at which the line was shown before, where it is another one now. */
  before: { unit: number | null; label: string } | null
}

export type Basket = {
  /** Null while the basket was never used. It goes back with the order. */
  token: string | null
  lines: BasketLine[]
  /** Minor units, of the lines without a problem. */
  subtotal: number
  /** Whether a line has another price than it was shown at. */
  isChanged: boolean
  poNumber: string | null
  note: string | null
  /** Since when it waits for a colleague who may order it. */
  askedAt: string | null
  /** Who sent it back last, and why. */
  sentBack: { by: string; note: string | null } | null
}

/** The buyer's basket at the present prices. */
export async function readBasket(context: BuyerContext): Promise<Basket> {
  const basket = await findBasket(context)
  const kept = basket ? await keptLines(context) : []
  const priced = await priceKept(context, kept)
  const shown = await readPortalSettings(context)
  const lines = kept.map((line, i) => shapeLine(line, priced[i]!, shown))
  return {
    token: basket?.token ?? null,
    lines,
    subtotal: lines.reduce((sum, { price, problem }) => sum + (problem === null ? price!.line : 0), 0),
    isChanged: lines.some(({ before }) => before !== null),
    poNumber: basket?.poNumber ?? null,
    note: basket?.note ?? null,
    askedAt: basket?.askedAt?.toISOString() ?? null,
    sentBack: basket?.sentBackBy ? { by: basket.sentBackBy, note: basket.sentBackNote } : null,
  }
}

function shapeLine(kept: KeptLine, { product, ...priced }: BuyersLine, shown: PortalSettings): BasketLine {
  const isChanged = product !== null && priced.price!.unit !== kept.shownUnit
  return {
    ...priced,
    productId: kept.productId,
    sku: kept.sku,
    name: kept.name,
    unitLabel: product?.unitLabel ?? null,
    minOrderQty: product?.minOrderQty ?? 1,
    problem: product === null ? `"${kept.sku}" is not available to you any more: remove it.` : priced.problem,
    before: isChanged ? { unit: kept.shownUnit, label: buyersLabel(kept.shownLabel, shown) } : null,
  }
}

import { linePictures } from '../catalogue/shown-images.ts'
import type { Availability } from '../database/column-values.ts'
import { readPrices } from '../orders/price-lines.ts'
import type { AssessedLine, OrderableProduct } from '../orders/price-lines.ts'
import { nextQuantityBreak } from '../pricing/quantity-breaks.ts'
import type { NextBreak } from '../pricing/quantity-breaks.ts'
import type { BuyerContext } from './buyer-context.ts'
import { buyersAvailability, buyersPrice, coming, lookAhead } from './buyers-product.ts'
import type { BuyersPrice, Shown, Ahead, WithComing } from './buyers-product.ts'
import { readPortalSettings } from './portal-settings.ts'
import { findCodes, mostOrdered } from '../orders/order-lines/find-codes.ts'
import type { CodeMatch } from '../orders/order-lines/find-codes.ts'
import { replacedInWords } from '../orders/order-lines/decide-lines.ts'
import { nearestProducts } from '../orders/order-lines/nearest-products.ts'

/** What a line of an order would cost the buyer. */
export type BuyersLine = WithComing & {
  sku: string
  qty: number
  /** Null where the customer sees no such product. */
  product:
    | (Pick<OrderableProduct, 'id' | 'name' | 'unitLabel' | 'minOrderQty' | 'orderMultiple' | 'leadTimeNote'> & {
        /** Null where the wholesaler does not show it. */
        availability: Availability | null
      })
    | null
  price: BuyersPrice | null
  /** The next quantity at which a unit is cheaper. */
  nextBreak: NextBreak | null
  /** Why the line cannot be ordered. */
  problem: string | null
}

/** Prices lines as an order would be priced now; one entry for each line. */
export async function priceBuyersLines(
  context: BuyerContext,
  lines: readonly { sku: string; qty: number }[],
): Promise<BuyersLine[]> {
  const price = await readBuyersPrices(context, lines)
  return price(lines)
}

/** Prices lines at any quantity, each entry as `priceBuyersLines` has it. */
export type BuyersPrices = (lines: readonly { sku: string; qty: number }[]) => BuyersLine[]

/** Reads what it takes to price lines of these SKUs. */
export async function readBuyersPrices(context: BuyerContext, skus: readonly { sku: string }[]): Promise<BuyersPrices> {
  const shown = await readPortalSettings(context)
  const at = context.clock()
  const { products, assess } = await readPrices(context, { id: context.customerId }, skus)
  const ids = products.flatMap(({ id, visible }) => (visible ? id : []))
  const ahead = await lookAhead(context, shown, ids)
  return (lines) => assess(lines).map((line) => shapeLine(line, { at, shown, ahead }))
}

type Shaping = { at: Date; shown: Shown; ahead: Ahead | null }

function shapeLine(
  { asked, product, evaluation, terms, obstacle }: AssessedLine,
  { at, shown, ahead }: Shaping,
): BuyersLine {
  if (!product?.visible || !evaluation) {
    return { ...asked, product: null, price: null, nextBreak: null, problem: obstacle }
  }
  const { id, sku, name, unitLabel, minOrderQty, orderMultiple, listPrice } = product
  return {
    sku,
    qty: asked.qty,
    product: { id, name, unitLabel, minOrderQty, orderMultiple, ...buyersAvailability(product, shown) },
    price: buyersPrice(evaluation.price, shown),
    ...coming(ahead, { id, listPrice, terms }, [asked.qty])[0],
    nextBreak: nextQuantityBreak(listPrice, terms, { qty: asked.qty, at, soldIn: product }),
    problem: obstacle,
  }
}

/**
 * Checks lines that were typed or pasted: price, next quantity break, picture, the most that was ordered before, and the
 * nearest products where there is none.
 */
export async function checkLines(context: BuyerContext, lines: readonly { sku: string; qty: number }[]) {
  const { priced, codes } = await pricedByCodes(context, lines)
  const unknown = priced.filter(({ product }) => product === null).map(({ sku }) => sku)
  const nearest = await nearestProducts(context, unknown, codes)
  const ids = priced.flatMap(({ product }) => product?.id ?? [])
  const most = await mostOrdered(context, ids)
  const pictures = await linePictures(context, ids)
  return priced.map((line) => ({
    ...line,
    picture: (line.product && pictures.get(line.product.id)) ?? null,
    mostOrdered: (line.product && most.get(line.product.id)) ?? null,
    nearest: (line.product === null && nearest.get(line.sku)) || [],
  }))
}

/** Lines by any code that the customer knows: one that means one product becomes its SKU. */
async function pricedByCodes(context: BuyerContext, lines: readonly { sku: string; qty: number }[]) {
  const priced = await priceBuyersLines(context, lines)
  const unknown = priced.flatMap(({ product, sku }) => (product ? [] : [sku]))
  const codes = await findCodes(context, unknown)
  const found = lines.map((line) => ({ ...line, sku: codes.get(line.sku)?.sku ?? line.sku }))
  const again = found.some(({ sku }, i) => sku !== lines[i]!.sku) ? await priceBuyersLines(context, found) : priced
  return { priced: again.map((line) => replacedLine(line, codes.get(line.sku))), codes }
}

function replacedLine(line: BuyersLine, { replaces, offered }: Partial<CodeMatch> = {}): BuyersLine {
  return line.product || !replaces ? line : { ...line, problem: replacedInWords(replaces, offered![0]!) }
}

import type { WorkspaceContext } from '../context.ts'
import type { CustomerContext } from '../customers/customer-fields.ts'
import type { Price } from '../database/column-values.ts'
import { quoted } from '../errors.ts'
import { listPricesSince } from '../pricing/list-price-history.ts'
import type { ListPriceSince } from '../pricing/list-price-history.ts'
import { dateInWords } from '../shared/moment-in-words.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { findOrderingCustomer } from './find-orderer.ts'
import { findCodes } from './order-lines/find-codes.ts'
import { nearestProducts } from './order-lines/nearest-products.ts'
import type { Near } from './order-lines/nearest-products.ts'
import { assessLines } from './price-lines.ts'
import type { AssessedLine, OrderableProduct } from './price-lines.ts'

/** A line of a customer's own order, by one of three codes. `unit`: the unit price that it expects, in minor units. */
export type LineToCheck = {
  sku?: string | undefined
  gtin?: string | undefined
  customerCode?: string | undefined
  qty: number
  unit?: number | undefined
}

/** What an expected line would be as ours. */
export type CheckedLine = {
  product: Pick<OrderableProduct, 'id' | 'sku' | 'name' | 'unitLabel' | 'customerCode'> | null
  qty: number
  /** At that quantity; null without a product, or a price of it. */
  price: Price | null
  /** The quantity from which that price holds. */
  minQty: number
  /** Since when the list price holds that the price is, or is a discount on. Null where that is not known. */
  since: ListPriceSince | null
  /** Why the price is that, for people: "list price since 1 March 2027 (Spring prices)". */
  why: string | null
  /** Ours less the expected price, in minor units: of one, and of the line. Null where none was expected, or is ours. */
  difference: { unit: number; line: number } | null
  /** Why the line cannot be ordered. */
  problem: string | null
  /** What an unknown code may mean. */
  nearest: Near[]
}

/**
 * Compares lines of an order, as a customer sent it, with what it would pay now. In the order of the lines; writes
 * nothing. Throws NotFound, and InvalidRequest if the customer may not order.
 */
export async function checkOrder(
  context: WorkspaceContext,
  input: { customer: string; lines: readonly LineToCheck[] },
): Promise<CheckedLine[]> {
  const customer = await findOrderingCustomer(context, input.customer)
  const own = { ...context, customerId: customer.id }
  const named = await namedBy(own, input.lines)
  const known = named.flatMap(({ sku, qty }) => (sku === undefined ? [] : { sku, qty }))
  const assessed = (await assessLines(context, customer, known)).values()
  const lines = named.map((line) => ({ ...line, ...(line.sku === undefined ? {} : assessed.next().value!) }))
  const unknown = lines.flatMap(({ product, code }) => (product ? [] : code))
  const nearest = await nearestProducts(own, unknown, await findCodes(own, unknown))
  const products = lines.flatMap(({ product }) => product ?? [])
  const since = await listPricesSince(context, products)
  const { timezone } = await readWorkspace(context, context.workspaceId)
  return lines.map(({ product, evaluation, qty, unit, code, obstacle, reason }) => {
    const problem = obstacle ?? reason ?? null
    if (!product || !evaluation || evaluation.price.unit === null) {
      const about = { product: product ? shown(product) : null, qty, problem, nearest: nearest.get(code) ?? [] }
      return { ...about, price: null, minQty: 1, since: null, why: null, difference: null }
    }
    const { price, candidates } = evaluation
    const [more, ofList] = [price.unit! - (unit ?? 0), price.source === 'agreed' ? undefined : since.get(product.id)]
    return {
      product: shown(product),
      qty,
      price,
      minQty: candidates.find(({ applied }) => applied)!.minQty,
      since: ofList ?? null,
      why: whyInWords(price, ofList, timezone),
      difference: unit === undefined ? null : { unit: more, line: more * qty },
      problem,
      nearest: [],
    }
  })
}

function shown({ id, sku, name, unitLabel, customerCode }: OrderableProduct): CheckedLine['product'] {
  return { id, sku, name, unitLabel, customerCode }
}

/** `code`: as it was sent. `reason`: why it names no product, where it is no SKU. */
type NamedLine = LineToCheck & { code: string; reason?: string } & Partial<AssessedLine>

/** The lines with the SKUs of their products, where the codes name one. */
async function namedBy(context: CustomerContext, lines: readonly LineToCheck[]): Promise<NamedLine[]> {
  const gtins = await findCodes(
    context,
    lines.flatMap(({ gtin }) => gtin ?? []),
    'gtin',
  )
  const customerCodes = lines.flatMap(({ customerCode }) => customerCode ?? [])
  const own = await findCodes(context, customerCodes, 'own')
  return lines.map((line) => {
    const { sku, gtin, customerCode, ...asked } = line
    if (sku !== undefined) return { ...asked, sku, code: sku }
    const code = gtin ?? customerCode!
    const match = (gtin === undefined ? own : gtins).get(code)
    if (match?.sku !== undefined) return { ...asked, sku: match.sku, code }
    const none =
      gtin === undefined
        ? `The customer has no part number ${quoted(code)}.`
        : `No product has the GTIN ${quoted(code)}.`
    return { ...asked, code, reason: match ? `Several products have the GTIN ${quoted(code)}: name the SKU.` : none }
  })
}

/** "list price since 1 March 2027 (Spring prices)", "12.5% off Hollin, of the list price since …", "agreed price from 24". */
function whyInWords({ source, label }: Price, since: ListPriceSince | undefined, timezone: string): string {
  const list = since && `list price since ${dateInWords(since.at, timezone)} (${since.name})`
  if (source === 'list') return list ?? 'list price'
  return list ? `${label}, of the ${list}` : label.replace(/^Agreed/, 'agreed')
}

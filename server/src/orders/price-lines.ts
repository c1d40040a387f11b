import { sql } from 'kysely'
import { visibleTo, customerTerms, termsOn } from '../pricing/customer-terms.ts'
import type { PricedProduct, TermsOfCustomer } from '../pricing/customer-terms.ts'
import type { WorkspaceContext } from '../context.ts'
import type { Availability } from '../database/column-values.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { askedKeys } from '../database/rowset.ts'
import type { Issue } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { priceByHand, quotedPrice } from './price-by-hand.ts'
import type { ByHand, Quoted } from './price-by-hand.ts'
import { evaluatePrice } from '../pricing/evaluate-price.ts'
import type { Evaluation } from '../pricing/evaluate-price.ts'
import type { CustomerTerms } from '../pricing/kinds-of-term.ts'
import { quantityProblem } from '../shared/order-quantity.ts'

/** A line with copies of all that it shows. Later changes of the product do not affect it. */
export type PricedLine = Evaluation & { productId: string; qty: number } & Pick<
    OrderableProduct,
    'sku' | 'name' | 'unitLabel' | 'availability' | 'leadTimeNote' | 'customerCode'
  >

type AskedLine = { sku: string; qty: number; manual?: ByHand | undefined; quoted?: Quoted | undefined }

/** A line that was asked for, priced as far as it can be. */
export type AssessedLine = {
  asked: AskedLine
  product: OrderableProduct | undefined
  evaluation: Evaluation | undefined
  /** By the rules alone. */
  rules: Evaluation | undefined
  /** The terms of the customer on the product. */
  terms: CustomerTerms | null
  /** Why the line cannot be ordered, for people; null if it can. */
  obstacle: string | null
}

/** Prices each line for a customer, now and at its quantity. The issues list the lines that cannot be ordered. */
export async function priceLines(
  context: WorkspaceContext,
  customer: CustomerRef,
  asked: readonly AskedLine[],
): Promise<{ lines: PricedLine[]; issues: Issue[] }> {
  const lines: PricedLine[] = []
  const issues: Issue[] = []
  for (const [position, line] of (await assessLines(context, customer, asked)).entries()) {
    const { product, evaluation, obstacle } = line
    if (obstacle !== null) issues.push({ path: `lines.${position}`, message: obstacle })
    else lines.push({ ...evaluation!, ...frozenFields(product!), qty: line.asked.qty })
  }
  return { lines, issues }
}

/** The same with one entry for each line, also for those that cannot be ordered. */
export async function assessLines(
  context: WorkspaceContext,
  customer: Pick<CustomerRef, 'id'>,
  asked: readonly AskedLine[],
): Promise<AssessedLine[]> {
  const { assess } = await readPrices(context, customer, asked)
  return assess(asked)
}

/** Reads what it takes to price lines of these SKUs for a customer, now and at any quantity. */
export async function readPrices(
  context: WorkspaceContext,
  customer: Pick<CustomerRef, 'id'>,
  skus: readonly Pick<AskedLine, 'sku'>[],
): Promise<{ products: OrderableProduct[]; assess: (lines: readonly AskedLine[]) => AssessedLine[] }> {
  const { products, terms } = await readOrderable(
    context,
    customer,
    skus.map(({ sku }) => matchingKey(sku)),
  )
  const at = context.clock()
  const assess = (lines: readonly AskedLine[]) => {
    const seen = new Set<string>()
    return lines.map((line) => {
      const key = matchingKey(line.sku)
      const product = products.get(key)
      const ownTerms = product ? termsOn(product, terms) : null
      const rules = product && evaluatePrice(product.listPrice, ownTerms, line.qty, at)
      const byHand = line.manual && { ...line.manual, qty: line.qty, by: context.actor.name }
      const quoted = line.quoted && { ...line.quoted, qty: line.qty }
      const evaluation = rules && (byHand ? priceByHand(rules, byHand) : quoted ? quotedPrice(rules, quoted) : rules)
      const obstacle = seen.has(key)
        ? `The SKU "${line.sku}" is in this order more than once: add the quantities up in one line.`
        : obstacleTo(line, product, quoted ? evaluation : rules, context)
      seen.add(key)
      return { asked: line, product, evaluation, rules, terms: ownTerms, obstacle }
    })
  }
  return { products: [...products.values()], assess }
}

export type OrderableProduct = PricedProduct & {
  sku: string
  skuKey: string
  name: string
  unitLabel: string
  minOrderQty: number
  orderMultiple: number
  availability: Availability
  leadTimeNote: string | null
  /** The customer's own part number. */
  customerCode: string | null
  listPrice: number | null
  active: boolean
  visible: boolean
}

/** The products with those SKU keys, by key, and the terms of the customer for them. */
async function readOrderable(
  { db, workspaceId }: WorkspaceContext,
  customer: Pick<CustomerRef, 'id'>,
  skuKeys: readonly string[],
) {
  const customerId = sql`${customer.id}::uuid`
  const { rows } = await sql<{ products: OrderableProduct[]; terms: TermsOfCustomer }>`
    with page as materialized (
      select p.*, ${visibleTo(workspaceId, customerId)} as visible from ${askedKeys(new Set(skuKeys))}
      cross join lateral (
        select * from product p
        where p.workspace_id = ${workspaceId} and p.sku_key = asked.key limit 1) p)
    select coalesce(json_agg(json_build_object(
        'id', id, 'sku', sku, 'skuKey', sku_key, 'name', name, 'unitLabel', unit_label, 'minOrderQty', min_order_qty,
        'orderMultiple', order_multiple, 'availability', availability, 'leadTimeNote', lead_time_note, 'customerCode', (
          select code from customer_code
          where workspace_id = ${workspaceId} and product_id = page.id and customer_id = ${customerId}),
        'brandId', brand_id, 'categoryId', category_id, 'listPrice', list_price, 'active', active, 'visible', visible)), '[]') as products,
      ${customerTerms(workspaceId, customerId, sql`page`)} as terms
    from page`.execute(db)
  const { products, terms } = rows[0]!
  return { products: new Map(products.map((product) => [product.skuKey, product])), terms }
}

/** What a line keeps of its product. */
export function frozenFields({ id, sku, name, unitLabel, availability, leadTimeNote, customerCode }: OrderableProduct) {
  return { productId: id, sku, name, unitLabel, availability, leadTimeNote, customerCode }
}

/** The reason why the line cannot be ordered, or null. For a buyer, a product that it cannot see does not exist. */
function obstacleTo(
  { sku, qty }: AskedLine,
  product: OrderableProduct | undefined,
  evaluation: Evaluation | undefined,
  { actor }: WorkspaceContext,
): string | null {
  if (!product || !evaluation || (!product.visible && actor.type === 'buyer')) {
    return `There is no product with the SKU "${sku}".`
  }
  if (!product.active) return `"${product.sku}" is inactive, and cannot be ordered.`
  if (!product.visible) return `"${product.sku}" is not visible to this customer, and cannot be ordered.`
  if (evaluation.price.unit === null) return `"${product.sku}" has no price yet, and cannot be ordered without one.`
  const problem = quantityProblem(qty, product)
  if (problem === null) return null
  return `"${product.sku}" is ${problem}${product.orderMultiple === 1 ? `, and the order has ${qty}` : ''}.`
}

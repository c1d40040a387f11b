import { sql } from 'kysely'
import { findProducts, visibleTo } from '../catalogue/product-rows.ts'
import type { ListedProduct } from '../catalogue/product-rows.ts'
import type { WorkspaceContext } from '../context.ts'
import { CUSTOMER_ID } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { textArray } from '../database/rowset.ts'
import type { Row } from '../database/tables.ts'
import type { Issue } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { termsOn } from '../pricing/customer-terms.ts'
import { evaluatePrice } from '../pricing/evaluate-price.ts'
import type { Evaluation } from '../pricing/evaluate-price.ts'

/** A line with all that it is going to show, whatever becomes of the product. */
export type PricedLine = Evaluation & { productId: string; sku: string; name: string; unitLabel: string; qty: number }

type AskedLine = { sku: string; qty: number }

/** Prices the lines for a customer, at this moment and each at its quantity; the issues say which cannot be ordered. */
export async function priceLines(
  context: WorkspaceContext,
  customer: CustomerRef,
  asked: readonly AskedLine[],
): Promise<{ lines: PricedLine[]; issues: Issue[] }> {
  const { products, terms } = await readOrderable(
    context,
    customer,
    asked.map(({ sku }) => matchingKey(sku)),
  )
  const at = context.clock()
  const seen = new Set<string>()
  const lines: PricedLine[] = []
  const issues: Issue[] = []
  for (const [position, { sku, qty }] of asked.entries()) {
    const key = matchingKey(sku)
    const product = products.get(key)
    const evaluation = product && evaluatePrice(product.listPrice, termsOn(product, terms!), qty, at)
    const obstacle = seen.has(key)
      ? `The SKU "${sku}" is in this order more than once: put its quantities together.`
      : obstacleTo({ sku, qty }, product, evaluation, context)
    seen.add(key)
    if (obstacle !== null) issues.push({ path: `lines.${position}`, message: obstacle })
    else lines.push({ ...evaluation!, ...frozenNames(product!), qty })
  }
  return { lines, issues }
}

type OrderableProduct = ListedProduct & Orderable
type Orderable = Pick<Row<'product'>, 'sku' | 'sku_key' | 'name' | 'unit_label' | 'min_order_qty' | 'active'> & {
  visible: boolean
}

/** The products of those SKU keys by that key, and the customer's terms on them. */
async function readOrderable(context: WorkspaceContext, customer: CustomerRef, skuKeys: readonly string[]) {
  const { workspaceId } = context
  const { products, terms } = await findProducts<Orderable>(context, {
    customer: customer.id,
    products: sql`
      select p.* from product p
      where p.workspace_id = ${workspaceId} and p.sku_key = any(${textArray(skuKeys)})`,
    by: sql`p.sku_key`,
    columns: sql`p.sku, p.sku_key, p.name, p.unit_label, p.min_order_qty, p.active,
      ${visibleTo(workspaceId, CUSTOMER_ID)} as visible`,
  })
  return { products: new Map(products.map((product) => [product.sku_key, product])), terms }
}

function frozenNames({ id, sku, name, unit_label }: OrderableProduct) {
  return { productId: id, sku, name, unitLabel: unit_label }
}

/** Why the line cannot be ordered, or null. A buyer is not told of what only others can see. */
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
  if (!product.visible) return `"${product.sku}" is not one that this customer can see, or order.`
  if (evaluation.price.unit === null) return `"${product.sku}" has no price yet, and cannot be ordered without one.`
  if (qty < product.min_order_qty) {
    return `"${product.sku}" is sold from ${product.min_order_qty} up, and the order has ${qty}.`
  }
  return null
}

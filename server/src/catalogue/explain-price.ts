import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import type { CustomerTerms } from '../pricing/kinds-of-term.ts'
import { evaluatePrice } from '../pricing/evaluate-price.ts'
import type { Evaluation } from '../pricing/evaluate-price.ts'
import { isUuid } from '../lib/uuid.ts'
import { listPriceOf, parseDocument, termsOfProduct } from './listed-product.ts'
import { productForCustomer } from './product-for-customer.ts'

export type ExplainedPrice = Evaluation & {
  sku: string
  productId: string
  name: string
  customer: CustomerRef
  qty: number
  /** True if the customer can see the product. The price is explained in both cases. */
  visible: boolean
}

/** What a price was computed from. */
export type Considered = {
  unitLabel: string
  minOrderQty: number
  orderMultiple: number
  /** The list price at that time, in minor units. */
  listPrice: number | null
  terms: CustomerTerms
  at: Date
}

type Asked = { customer: string; qty: number; at?: Date | undefined }

/**
 * The price of a SKU for a customer, with its explanation: now, or at another time. Throws NotFound, naming the customer
 * or the SKU, and InvalidInput for a time whose prices are not known.
 */
export async function explainPrice(
  context: WorkspaceContext,
  { sku, ...asked }: Asked & { sku: string },
): Promise<ExplainedPrice> {
  return (await considerPrice(context, { named: { sku }, ...asked })).explained
}

/** The same for a product by SKU or id, with what the price was computed from. */
export async function considerPrice(
  context: WorkspaceContext,
  { named, customer, qty, at }: Asked & { named: { sku: string } | { id: string } },
): Promise<{ explained: ExplainedPrice; considered: Considered }> {
  const now = context.clock()
  const isKnown = 'sku' in named || isUuid(named.id)
  const found = isKnown ? await productForCustomer(context, named, { customer, at }) : undefined
  if (!found?.customer) {
    await findCustomer(context, customer)
    throw new NotFound(
      'sku' in named
        ? `There is no product with the SKU ${quoted(named.sku)}.`
        : `There is no product with the id ${quoted(named.id)}.`,
    )
  }
  const { product, visible } = found
  const { id, sku, name, ...sold } = parseDocument<
    Record<'id' | 'sku' | 'name', string> & Pick<Considered, 'unitLabel' | 'minOrderQty' | 'orderMultiple'>
  >(product)
  const listPrice = listPriceOf(product)
  const terms = termsOfProduct(product, found.terms!)
  const evaluation = evaluatePrice(listPrice, terms, qty, at ?? now)
  return {
    explained: { sku, productId: id, name, customer: found.customer, qty, visible, ...evaluation },
    considered: {
      unitLabel: sold.unitLabel,
      minOrderQty: sold.minOrderQty,
      orderMultiple: sold.orderMultiple,
      listPrice,
      terms,
      at: at ?? now,
    },
  }
}

import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { readTerms, termsOn } from './customer-terms.ts'
import { priceOf } from './evaluate-price.ts'
import { turnsOf } from './kinds-of-term.ts'
import { findProduct } from './find-product.ts'
import { listPriceHistory } from './list-price-history.ts'
import { termsKeptFrom } from './priced-at.ts'

/** Prices from a time on, in minor units; null for none. */
type PriceStep = { at: string; listPrice: number | null; customerPrice: number | null }

type PriceSteps = {
  steps: PriceStep[]
  /** The name of the customer. */
  customer: string | null
  /** From when on the price of a day can be explained. */
  knownFrom: string
}

/**
 * The list price of a product over time, from when it was added to what is scheduled. With a customer, by id or account
 * code, also what it pays for one unit: with its agreed prices of each time, and its discounts of now. Throws NotFound.
 */
export async function priceSteps(
  context: WorkspaceContext,
  { productId, customer }: { productId: string; customer?: string | undefined },
): Promise<PriceSteps> {
  const product = await findProduct(context, productId)
  const { published, pending } = await listPriceHistory(context, { productId })
  const [first] = published
  const [added, changed] = [product.createdAt.getTime(), first ? Date.parse(first.at) : Infinity]
  const list = [
    { at: Math.min(added, changed - 1), price: first ? first.from : product.listPrice },
    ...published.map(({ at, to }) => ({ at: Date.parse(at), price: to })),
    ...pending.flatMap(({ scheduledFor, to }) => (scheduledFor ? { at: Date.parse(scheduledFor), price: to } : [])),
  ]
  const found = customer === undefined ? null : await findCustomer(context, customer)
  const terms = found && termsOn(product, await readTerms(context, found.id, [product]))
  const turns = terms ? turnsOf(terms).map((turn) => turn.getTime()) : []
  const times = [...list.map(({ at }) => at), ...turns]
  const steps = [...new Set(times)]
    .filter((at) => at >= list[0]!.at)
    .toSorted((a, b) => a - b)
    .map((time) => {
      const at = new Date(time)
      const listPrice = list.findLast((step) => step.at <= time)!.price
      const customerPrice = terms && priceOf(listPrice, terms, 1, at).unit
      return { at: at.toISOString(), listPrice, customerPrice }
    })
  const known = found ? Math.max(list[0]!.at, (await termsKeptFrom(context)).getTime()) : list[0]!.at
  return { steps, customer: found?.name ?? null, knownFrom: new Date(known).toISOString() }
}

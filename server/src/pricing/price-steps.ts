import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { readTerms, termsOn } from './customer-terms.ts'
import { UnitOverTime } from './unit-over-time.ts'
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
  const since = Math.min(added, changed - 1)
  const list = {
    listPrice: first ? first.from : product.listPrice,
    scheduled: [
      ...published.map(({ at, to }) => ({ from: new Date(at), listPrice: to })),
      ...pending.flatMap(({ scheduledFor, to }) =>
        scheduledFor ? { from: new Date(scheduledFor), listPrice: to } : [],
      ),
    ],
  }
  const found = customer === undefined ? null : await findCustomer(context, customer)
  const terms = found && termsOn(product, await readTerms(context, found.id, [product]))
  const [listed, paid] = [new UnitOverTime({ ...list, terms: null }), new UnitOverTime({ ...list, terms })]
  const turns = [...list.scheduled.map(({ from }) => from), ...(terms ? turnsOf(terms) : [])]
  const times = new Set([since, ...turns.map((turn) => turn.getTime())])
  const steps = [...times]
    .filter((time) => time >= since)
    .toSorted((a, b) => a - b)
    .map((time) => ({
      at: new Date(time).toISOString(),
      listPrice: listed.at(time, 1),
      customerPrice: terms && paid.at(time, 1),
    }))
  const known = found ? Math.max(since, (await termsKeptFrom(context)).getTime()) : since
  return { steps, customer: found?.name ?? null, knownFrom: new Date(known).toISOString() }
}

import { isDeepStrictEqual } from 'node:util'
import type { CustomerRef } from '../customers/find-customer.ts'
import { matchingKey } from '../matching-key.ts'
import { nextUuid } from '../uuid.ts'
import type { PricePromise, PromisedLine } from './price-promise.ts'

/** A promise as it is sent. Without a reference it is a new one, which gets its id as that. */
export type PromiseItem = {
  reference?: string | undefined
  /** Account code, name or id. */
  customer: string
  /** Each line has a unit price, or the promise has a total; minor units. */
  lines: readonly { sku: string; qty: number; unit?: number | null | undefined }[]
  total?: number | null | undefined
  until: Date
  note: string
}

/** A promise with what it names. */
export type FoundItem = Omit<PromiseItem, 'customer' | 'lines'> & { customer: CustomerRef; lines: PromisedLine[] }

export type PlannedPromise = Omit<PricePromise, 'setBy' | 'setAt'>

export type PromisePlan = { creates: PlannedPromise[]; updates: { from: PricePromise; to: PlannedPromise }[] }

/** What is written of promises: those that are new, and those that differ from what is there. Pure. */
export function planPromises(items: readonly FoundItem[], existing: readonly PricePromise[]): PromisePlan {
  const present = new Map(existing.map((promise) => [matchingKey(promise.reference), promise]))
  const plan: PromisePlan = { creates: [], updates: [] }
  for (const { reference, total = null, ...item } of items) {
    const from = reference === undefined ? undefined : present.get(matchingKey(reference))
    const id = from?.id ?? nextUuid()
    const to = { id, reference: reference ?? id, total, ...item }
    if (!from) plan.creates.push(to)
    else if (differs(from, to)) plan.updates.push({ from, to })
  }
  return plan
}

/** The SKU of a line follows its product. */
function differs(from: PricePromise, to: PlannedPromise): boolean {
  return !isDeepStrictEqual(compared(from), compared(to))
}

function compared({ reference, customer, lines, total, until, note }: PlannedPromise) {
  const bare = lines.map(({ productId, qty, unit }) => [productId, qty, unit])
  return { reference, customer: customer.id, lines: bare, total, until: until.getTime(), note }
}

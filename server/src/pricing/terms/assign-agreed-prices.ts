import type { WorkspaceContext } from '../../context.ts'
import { recordPart } from '../../workspaces/activity/record-activity.ts'
import { changedCustomers } from '../../workspaces/activity/record-changes.ts'
import { countOfCustomers, tooMany } from '../../customers/customer-fields.ts'
import { resolveCustomers, whyUnresolved } from '../../customers/find-customer.ts'
import type { CustomerRef } from '../../customers/find-customer.ts'
import type { ReadAgreedPrice } from './read-agreed-prices.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { WORKSPACE_LIMITS } from '../../workspaces/workspace-state.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { agreedPricesOf, insertAgreedPrices, updateAgreedPrices } from './set-agreed-price.ts'
import type { OwnedPrice } from './set-agreed-price.ts'
import { clashInWords, fitAgreedPrices } from './paste-agreed-prices.ts'
import type { AgreedPricePlan, PlannedPrice } from './plan-agreed-prices.ts'
import { productsBySku } from '../find-product.ts'
import type { ProductOfSku } from '../find-product.ts'

/** A row as it reads. `customer` is an id, an account code or a name. */
export type AgreedPriceItem = ReadAgreedPrice & { customer: string }

/** What a row does. `id` is that of the price which it sets. */
type PlannedRow = PlannedPrice & { line: number; id: string; customer: CustomerRef; product: ProductOfSku }

export type AgreedPriceAssignment = {
  placed: PlannedRow[]
  refused: { line: number; reason: string }[]
  inserts: OwnedPrice[]
  updates: OwnedPrice[]
  /** What is there now, by id. */
  stored: ReadonlyMap<string, OwnedPrice>
}

/** How many agreed prices are planned for each customer, and for each of its products. */
export class AddedPrices {
  readonly #counts = new Map<string, number>()

  add(customerId: string, productId: string): void {
    for (const key of [customerId, customerId + productId]) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  /** By ids: of the customer, or of one of its products. */
  count(customerId: string, productId = ''): number {
    return this.#counts.get(customerId + productId) ?? 0
  }
}

type FoundItem = AgreedPriceItem & { owner: CustomerRef; product: ProductOfSku; productId: string }

/**
 * Plans agreed prices of several customers, in a number of statements that does not depend on their number. Writes
 * nothing. `added`: how many prices of each customer, by id, and of its products come beside these; it counts those of
 * the plan, too.
 */
export async function planAgreedAssignment(
  context: WorkspaceContext,
  items: readonly AgreedPriceItem[],
  added = new AddedPrices(),
): Promise<AgreedPriceAssignment> {
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const { found, refused } = await findNamed(context, items)
  const places = found.map(({ owner, productId }) => ({ customerId: owner.id, productId }))
  const stored = await agreedPricesOf(context, places)
  const ofCustomer = Map.groupBy(stored, ({ customerId }) => customerId)
  const rowsOf = Map.groupBy(found, ({ owner }) => owner.id)
  const planOf = (customerId: string, rows: readonly FoundItem[]) =>
    fitAgreedPrices(rows, ofCustomer.get(customerId) ?? [], {
      timeZone: timezone,
      moreOf: (productId) => added.count(customerId, productId),
    })
  const plans = [...rowsOf].map(([customerId, rows]) => {
    const plan = planOf(customerId, rows)
    return { customerId, rows, plan, adding: rows.filter((_, i) => plan.outcomes[i]!.planned?.kind === 'add') }
  })
  const counts = await countOfCustomers(
    context,
    'agreed_price',
    plans.flatMap(({ customerId, adding }) => (adding.length > 0 ? [customerId] : [])),
  )
  const placement: AgreedPriceAssignment = {
    placed: [],
    refused,
    inserts: [],
    updates: [],
    stored: new Map(stored.map((price) => [price.id, price])),
  }
  for (const { customerId, rows, plan, adding } of plans) {
    const room = WORKSPACE_LIMITS.agreedPricesOfCustomer - (counts.get(customerId) ?? 0) - added.count(customerId)
    const past = new Set(adding.slice(Math.max(room, 0)))
    for (const { line, owner } of past) refused.push({ line, reason: tooMany('agreed_price', owner) })
    const fitting = past.size === 0 ? rows : rows.filter((row) => !past.has(row))
    addPlan(placement, fitting, past.size === 0 ? plan : planOf(customerId, fitting), timezone)
  }
  placement.placed.sort((a, b) => a.line - b.line)
  for (const { kind, customer, product } of placement.placed) if (kind === 'add') added.add(customer.id, product.id)
  return placement
}

/**
 * Sets agreed prices of several customers, those that fit, as a part of something larger that records the activity
 * itself. Call it in a transaction. The customers are locked until it ends.
 */
export async function assignAgreedPrices(
  trx: WorkspaceContext,
  items: readonly AgreedPriceItem[],
): Promise<AgreedPriceAssignment> {
  const placement = await planAgreedAssignment(trx, items)
  await insertAgreedPrices(trx, placement.inserts)
  await updateAgreedPrices(trx, placement.updates)
  const owners = changedCustomers(placement.placed.map(({ customer }) => customer.id))
  if (placement.inserts.length + placement.updates.length > 0) await recordPart(trx, undefined, owners)
  return placement
}

async function findNamed(context: WorkspaceContext, items: readonly AgreedPriceItem[]) {
  const named = items.map(({ customer }) => customer)
  const customers = await resolveCustomers(context, named)
  const skus = items.map(({ sku }) => sku)
  const products = await productsBySku(context, skus)
  const refused: AgreedPriceAssignment['refused'] = []
  const found = items.flatMap((item): FoundItem[] => {
    const owner = customers.get(item.customer)
    const product = products.get(matchingKey(item.sku))
    if (owner && owner !== 'several' && product) return [{ ...item, owner, product, productId: product.id }]
    const reasons = [
      ...whyUnresolved(item.customer, owner),
      ...(product ? [] : [`There is no product with the SKU "${item.sku}".`]),
    ]
    refused.push({ line: item.line, reason: reasons.join(' ') })
    return []
  })
  return { found, refused }
}

function addPlan(
  placement: AgreedPriceAssignment,
  rows: readonly FoundItem[],
  { outcomes, inserts, updates }: AgreedPricePlan,
  timezone: string,
): void {
  rows.forEach(({ line, owner, product }, i) => {
    const outcome = outcomes[i]!
    if (outcome.planned) {
      placement.placed.push({ ...outcome.planned, line, id: outcome.id, customer: owner, product })
    } else {
      const about = { timeZone: timezone, sku: product.sku, owner: owner.name }
      placement.refused.push({ line, reason: clashInWords(outcome.clash, rows, about) })
    }
  })
  if (rows.length === 0) return
  const customerId = rows[0]!.owner.id
  placement.inserts.push(...inserts.map((price) => ({ ...price, customerId })))
  placement.updates.push(...updates.map((price) => ({ ...price, customerId })))
}

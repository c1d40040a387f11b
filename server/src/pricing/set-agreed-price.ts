import { randomUUIDv7 } from 'node:crypto'
import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { requireBelowLimit } from '../customers/customer-limits.ts'
import { lockCustomer } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput, InvalidRequest, NotFound } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'

export type AgreedTerms = {
  /** Minor units for one. */
  unit: number
  /** The smallest quantity that gets this price. */
  minQty: number
  /** It applies from the start, included, to the end, excluded. Null: no limit. */
  startsAt: Date | null
  endsAt: Date | null
}

/**
 * Adds an agreed price of a customer for a product. Prices for other quantities and periods stay.
 * Throws NotFound, naming the customer or the SKU; InvalidInput if the end is not after the start; and InvalidRequest if
 * another agreed price for the same product and quantity overlaps, or the customer has reached the limit.
 */
export async function setAgreedPrice(
  context: WorkspaceContext,
  { customer: idOrCode, sku, ...terms }: AgreedTerms & { customer: string; sku: string },
): Promise<{ id: string }> {
  if (terms.startsAt && terms.endsAt && terms.startsAt >= terms.endsAt) {
    throw new InvalidInput([{ path: 'endsAt', message: 'Must be later than the start.' }])
  }
  return inTransaction(context, async (trx) => {
    // With the lock, the second of two overlapping prices waits here and then finds the first.
    const customer = await lockCustomer(trx, idOrCode)
    const product = await findProduct(trx, sku)
    await refuseOverlap(trx, customer, product, terms)
    await requireBelowLimit(trx, 'agreed_price', customer)
    const id = randomUUIDv7()
    await insertAgreedPrice(trx, { id, customerId: customer.id, productId: product.id, ...terms })
    await recordActivity(trx, {
      action: 'agreed_price.set',
      subject: { type: 'agreed_price', id, label: `${product.sku} for ${customer.name}` },
      changes: terms,
    })
    return { id }
  })
}

type Product = { id: string; sku: string }

/** The product with this SKU. Nobody can delete it until the transaction ends. */
async function findProduct({ db, workspaceId }: WorkspaceContext, sku: string): Promise<Product> {
  const product = await db
    .selectFrom('product')
    .select(['id', 'sku'])
    .where('workspace_id', '=', workspaceId)
    .where('sku_key', '=', matchingKey(sku))
    .forKeyShare()
    .executeTakeFirst()
  if (!product) throw new NotFound(`There is no product with the SKU "${sku}".`)
  return product
}

async function refuseOverlap(
  { db, workspaceId }: WorkspaceContext,
  customer: CustomerRef,
  product: Product,
  { minQty, startsAt, endsAt }: AgreedTerms,
): Promise<void> {
  const other = await db
    .selectFrom('agreed_price')
    .select(['id', 'unit', 'starts_at', 'ends_at'])
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customer.id)
    .where('product_id', '=', product.id)
    .where('min_qty', '=', minQty)
    .$if(endsAt !== null, (query) =>
      query.where((is) => is.or([is('starts_at', 'is', null), is('starts_at', '<', endsAt!)])),
    )
    .$if(startsAt !== null, (query) =>
      query.where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', startsAt!)])),
    )
    .orderBy('starts_at', (order) => order.asc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
  if (!other) return
  throw new InvalidRequest(
    `${customer.name} has an agreed price for "${product.sku}" from a quantity of ${minQty} already: ` +
      `${other.unit} minor units, ${period(other.starts_at, other.ends_at)} (id ${other.id}). ` +
      'Remove that one first, or choose a period that does not overlap.',
  )
}

function period(startsAt: Date | null, endsAt: Date | null): string {
  if (!startsAt && !endsAt) return 'at all times'
  return [startsAt && `from ${startsAt.toISOString()}`, endsAt && `until ${endsAt.toISOString()}`]
    .filter((part) => part !== null)
    .join(' ')
}

async function insertAgreedPrice(
  { db, workspaceId, clock }: WorkspaceContext,
  agreed: AgreedTerms & { id: string; customerId: string; productId: string },
): Promise<void> {
  const now = clock()
  await db
    .insertInto('agreed_price')
    .values({
      workspace_id: workspaceId,
      id: agreed.id,
      customer_id: agreed.customerId,
      product_id: agreed.productId,
      unit: agreed.unit,
      min_qty: agreed.minQty,
      starts_at: agreed.startsAt,
      ends_at: agreed.endsAt,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

import { randomUUIDv7 } from 'node:crypto'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { requireBelowLimit } from '../../customers/customer-fields.ts'
import { lockOwner, ownerOf } from '../../customers/term-owner.ts'
import type { NamedOwner, TermOwner, OwnerIds } from '../../customers/term-owner.ts'
import { inTransaction } from '../../database/transaction.ts'
import { invalidField, InvalidRequest, NotFound } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { fullInWords, isFull, overlaps, assignPrice, TERMS, periodOf, timeZoneOf } from './agreed-price-assignment.ts'
import type { AgreedTerms, AssignedPrice, Days } from './agreed-price-assignment.ts'
import { productsBySku } from '../find-product.ts'
import { moneyOf } from '../../workspaces/money-of.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { changedMeanwhile } from '../../workspaces/activity/changed-meanwhile.ts'
import { differences } from '../../workspaces/activity/differences.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { contentVersion } from '../../lib/content-version.ts'
import { rowset, uuidArray } from '../../database/rowset.ts'
import { recordPastTerms, termChangeTime } from '../priced-at.ts'
import { uuidOf } from '../../lib/uuid.ts'

type NewAgreedPrice = AgreedTerms &
  NamedOwner & {
    sku: string
    /**
     * Ends an earlier price from the same quantity where this one starts, if nothing of it would be left after this one.
     */
    endPrevious?: boolean | undefined
  }

/**
 * Adds an agreed price of a customer or price group for a product. Prices for other quantities and periods stay. Throws NotFound,
 * naming the owner or the SKU; InvalidInput if the end is not after the start; and InvalidRequest if another agreed
 * price for the same product and quantity overlaps, or the owner has reached the limit, of the product or of all.
 */
export async function setAgreedPrice(
  context: WorkspaceContext,
  { sku, endPrevious = false, unit, minQty, startsAt, endsAt, ...named }: NewAgreedPrice,
): Promise<{ id: string }> {
  const terms = { unit, minQty, startsAt, endsAt }
  requirePeriod(terms)
  return inTransaction(context, async (trx) => {
    // With the lock, the second of two overlapping prices waits here and then finds the first.
    const owner = await lockOwner(trx, named)
    const product = (await productsBySku(trx, [sku])).get(matchingKey(sku))
    if (!product) throw new NotFound(`There is no product with the SKU "${sku}".`)
    const others = await agreedPricesFor(trx, owner, [product.id])
    const placement = assignPrice(terms, others)
    const ended = endPrevious && placement.kind === 'add' ? placement.ends : null
    await refuseOverlap(
      trx,
      terms,
      others.filter((other) => other !== ended),
      owner,
      product,
    )
    if (isFull(others.length)) throw new InvalidRequest(fullInWords(product.sku, owner.name))
    await requireBelowLimit(trx, 'agreed_price', owner)
    const id = randomUUIDv7()
    if (ended) await updateAgreedPrices(trx, [{ ...ended, endsAt: terms.startsAt }])
    await insertAgreedPrices(trx, [{ id, ...owner.ids, productId: product.id, ...terms }])
    await recordActivity(trx, {
      action: 'agreed_price.set',
      subject: { type: 'agreed_price', id, label: `${product.sku} for ${owner.name}`, ...owner.ids },
      changes: {
        ...terms,
        ...(ended && { ended: { unit: ended.unit, endsAt: { from: ended.endsAt, to: terms.startsAt } } }),
      },
    })
    return { id }
  })
}

/** Throws InvalidInput if the end is not after the start. */
export function requirePeriod({ startsAt, endsAt }: AgreedTerms): void {
  if (startsAt && endsAt && startsAt >= endsAt) {
    throw invalidField('endsAt', 'Must be later than the start.')
  }
}

/** Throws InvalidRequest if one of the other prices from the same quantity overlaps. */
async function refuseOverlap(
  context: WorkspaceContext,
  terms: AgreedTerms,
  others: readonly AssignedPrice[],
  owner: Pick<TermOwner, 'name'>,
  product: { sku: string },
): Promise<void> {
  const other = others.find((other) => other.minQty === terms.minQty && overlaps(terms, other))
  if (!other) return
  const money = moneyOf(await readWorkspace(context, context.workspaceId))
  throw new InvalidRequest(
    `${owner.name} has an agreed price for "${product.sku}" from a quantity of ${terms.minQty} already: ` +
      `${money(other.unit)}, ${period(other)} (id ${other.id}). ` +
      'Remove that one first, or choose a period that does not overlap.',
  )
}

function period({ startsAt, endsAt }: AgreedTerms): string {
  if (!startsAt && !endsAt) return 'at all times'
  return [startsAt && `from ${startsAt.toISOString()}`, endsAt && `until ${endsAt.toISOString()}`]
    .filter((part) => part !== null)
    .join(' ')
}

/**
 * Changes an agreed price. Throws NotFound; Conflict if it has another version by now; InvalidInput if the end is not
 * after the start; and InvalidRequest if another one for the same product and quantity overlaps.
 */
export async function changeAgreedPrice(
  context: WorkspaceContext,
  { id, version, ...input }: Omit<AgreedTerms, 'startsAt' | 'endsAt'> & Days & { id: string; version: string },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const owner = await lockOwner(trx, ownerOf(await findAgreedPrice(trx, id)))
    // Read again, now that nobody else changes it.
    const before = await findAgreedPrice(trx, id, 'change')
    if (agreedPriceVersion(before) !== version) throw await changedMeanwhile(trx, id)
    const { unit, minQty } = input
    const terms = { unit, minQty, ...periodOf(input, await timeZoneOf(trx), before) }
    requirePeriod(terms)
    if (agreedPriceVersion(terms) === version) return
    const others = await agreedPricesFor(trx, owner, [before.productId])
    await refuseOverlap(
      trx,
      terms,
      others.filter((other) => other.id !== before.id),
      owner,
      before,
    )
    await updateAgreedPrices(trx, [{ id: before.id, ...terms }])
    await recordActivity(trx, {
      action: 'agreed_price.change',
      subject: {
        type: 'agreed_price',
        id: before.id,
        label: `${before.sku} for ${owner.name}`,
        ...owner.ids,
      },
      changes: differences(before, terms, TERMS),
    })
  })
}

/**
 * Deletes an agreed price. It ends at once. Throws NotFound, and Conflict if a version was given and it has another one
 * by now.
 */
export async function removeAgreedPrice(
  context: WorkspaceContext,
  { id, version }: { id: string; version?: string | undefined },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    // Who sets agreed prices of this owner holds this lock: none of them changes what is removed meanwhile.
    const owner = await lockOwner(trx, ownerOf(await findAgreedPrice(trx, id)))
    const agreed = await findAgreedPrice(trx, id, 'change')
    if (version !== undefined && agreedPriceVersion(agreed) !== version) throw await changedMeanwhile(trx, agreed.id)
    const { unit, minQty, startsAt, endsAt } = agreed
    await deleteAgreedPrices(trx, [agreed.id])
    await recordActivity(trx, {
      action: 'agreed_price.remove',
      subject: { type: 'agreed_price', id: agreed.id, label: `${agreed.sku} for ${owner.name}`, ...owner.ids },
      changes: { unit, minQty, startsAt, endsAt },
    })
  })
}

/** An agreed price with the product that it is for. */
export type StoredPrice = AssignedPrice & { productId: string }
export type OwnedPrice = StoredPrice & { customerId: string }

/** The version of an agreed price that an editor has seen. */
export function agreedPriceVersion({ unit, minQty, startsAt, endsAt }: AgreedTerms): string {
  return contentVersion([unit, minQty, startsAt?.getTime() ?? null, endsAt?.getTime() ?? null])
}

/** All agreed prices of a customer or price group for these products. */
export async function agreedPricesFor(
  context: WorkspaceContext,
  { id, column }: Pick<TermOwner, 'id' | 'column'>,
  productIds: readonly string[],
): Promise<StoredPrice[]> {
  const pairs = productIds.map((productId) => ({ owner_id: id, product_id: productId }))
  return readPrices(context, pairs, column)
}

/** All agreed prices of customers for these pairs, by their start. A pair may be given several times. */
export async function agreedPricesOf(
  context: WorkspaceContext,
  pairs: readonly { customerId: string; productId: string }[],
): Promise<OwnedPrice[]> {
  const asked = pairs.map(({ customerId, productId }) => ({ owner_id: customerId, product_id: productId }))
  return readPrices(context, asked, 'customer_id')
}

async function readPrices(
  { db, workspaceId }: WorkspaceContext,
  pairs: readonly { owner_id: string; product_id: string }[],
  column: TermOwner['column'],
): Promise<OwnedPrice[]> {
  const asked = rowset(pairs, 'owner_id uuid, product_id uuid', 'given')
  const { rows } = await sql<OwnedPrice>`
    select a.* from (select distinct owner_id, product_id from ${asked}) asked cross join lateral (
      select id, customer_id as "customerId", product_id as "productId", unit, min_qty as "minQty",
        starts_at as "startsAt", ends_at as "endsAt"
      from agreed_price where workspace_id = ${workspaceId}
        and ${sql.ref(column)} = asked.owner_id and product_id = asked.product_id offset 0) a
    order by a."startsAt" nulls first, a.id`.execute(db)
  return rows
}

const AGREED_COLUMNS = 'id uuid, unit bigint, min_qty integer, starts_at timestamptz, ends_at timestamptz'

/** Inserts agreed prices in one statement. */
export async function insertAgreedPrices(
  trx: WorkspaceContext,
  prices: readonly (StoredPrice & OwnerIds)[],
): Promise<void> {
  if (prices.length === 0) return
  const { db, workspaceId } = trx
  const at = await termChangeTime(trx)
  await sql`
    insert into agreed_price (workspace_id, id, customer_id, group_id, product_id, unit, min_qty, starts_at, ends_at,
      created_at, updated_at)
    select ${workspaceId}, id, customer_id, group_id, product_id, unit, min_qty, starts_at, ends_at, ${at}, ${at}
    from ${rowset(prices.map(columns), `${AGREED_COLUMNS}, customer_id uuid, group_id uuid, product_id uuid`)}`.execute(
    db,
  )
}

/** Writes the terms of existing agreed prices, which must be locked, in one statement. */
export async function updateAgreedPrices(trx: WorkspaceContext, prices: readonly AssignedPrice[]): Promise<void> {
  if (prices.length === 0) return
  const { db, workspaceId } = trx
  const ids = uuidArray(prices.map(({ id }) => id))
  const at = await recordPastTerms(trx, 'agreed_price', sql`workspace_id = ${workspaceId} and id = any(${ids})`)
  const rows: RawBuilder<unknown> = rowset(prices.map(columns), AGREED_COLUMNS, 'changed')
  await sql`
    update agreed_price a set unit = changed.unit, min_qty = changed.min_qty, starts_at = changed.starts_at,
      ends_at = changed.ends_at, updated_at = ${at}, version = a.version + 1
    from ${rows} where a.workspace_id = ${workspaceId} and a.id = changed.id`.execute(db)
}

/** Deletes agreed prices, which must be locked. */
export async function deleteAgreedPrices(trx: WorkspaceContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = sql<boolean>`workspace_id = ${trx.workspaceId} and id = any(${uuidArray(ids)})`
  await recordPastTerms(trx, 'agreed_price', rows)
  await sql`delete from agreed_price where ${rows}`.execute(trx.db)
}

function columns({ minQty, startsAt, endsAt, ...rest }: AssignedPrice & Partial<StoredPrice> & Partial<OwnerIds>) {
  return {
    id: rest.id,
    unit: rest.unit,
    customer_id: rest.customerId,
    group_id: rest.groupId,
    product_id: rest.productId,
    min_qty: minQty,
    starts_at: startsAt,
    ends_at: endsAt,
  }
}

/** One agreed price with the ids of its owner, and its product, locked until the transaction ends if asked for. Throws NotFound. */
async function findAgreedPrice({ db, workspaceId }: WorkspaceContext, id: string, purpose: 'read' | 'change' = 'read') {
  const agreed = await db
    .selectFrom('agreed_price as a')
    .innerJoin('product as p', (join) => join.on('p.workspace_id', '=', workspaceId).onRef('p.id', '=', 'a.product_id'))
    .select(['a.id', 'a.product_id as productId', 'p.sku', 'a.customer_id as customerId', 'a.group_id as groupId'])
    .select(['a.unit', 'a.min_qty as minQty', 'a.starts_at as startsAt', 'a.ends_at as endsAt'])
    .where('a.workspace_id', '=', workspaceId)
    .where('a.id', '=', uuidOf(id))
    .$if(purpose === 'change', (locked) => locked.forUpdate('a'))
    .executeTakeFirst()
  if (!agreed) throw new NotFound(`There is no agreed price with the id "${id}".`)
  return agreed
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { contentVersion } from '../../lib/content-version.ts'
import { rowset, uuidArray } from '../../database/rowset.ts'
import type { AgreedTerms, PlacedPrice } from './agreed-price-placement.ts'
import type { OwnerIds, TermOwner } from '../../customers/term-owner.ts'
import { NotFound } from '../../errors.ts'
import { keepPastTerms, termChangeTime } from '../past-terms.ts'
import { isUuid } from '../../lib/uuid.ts'

/** An agreed price with the product that it is for. */
export type StoredPrice = PlacedPrice & { productId: string }
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

const TERMS = 'id uuid, unit bigint, min_qty integer, starts_at timestamptz, ends_at timestamptz'

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
    from ${rowset(prices.map(columns), `${TERMS}, customer_id uuid, group_id uuid, product_id uuid`)}`.execute(db)
}

/** Writes the terms of existing agreed prices, which must be locked, in one statement. */
export async function updateAgreedPrices(trx: WorkspaceContext, prices: readonly PlacedPrice[]): Promise<void> {
  if (prices.length === 0) return
  const { db, workspaceId } = trx
  const ids = uuidArray(prices.map(({ id }) => id))
  const at = await keepPastTerms(trx, 'agreed_price', sql`workspace_id = ${workspaceId} and id = any(${ids})`)
  const rows: RawBuilder<unknown> = rowset(prices.map(columns), TERMS, 'changed')
  await sql`
    update agreed_price a set unit = changed.unit, min_qty = changed.min_qty, starts_at = changed.starts_at,
      ends_at = changed.ends_at, updated_at = ${at}, version = a.version + 1
    from ${rows} where a.workspace_id = ${workspaceId} and a.id = changed.id`.execute(db)
}

/** Deletes agreed prices, which must be locked. */
export async function deleteAgreedPrices(trx: WorkspaceContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = sql<boolean>`workspace_id = ${trx.workspaceId} and id = any(${uuidArray(ids)})`
  await keepPastTerms(trx, 'agreed_price', rows)
  await sql`delete from agreed_price where ${rows}`.execute(trx.db)
}

function columns({ minQty, startsAt, endsAt, ...rest }: PlacedPrice & Partial<StoredPrice> & Partial<OwnerIds>) {
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
export async function findAgreedPrice(
  { db, workspaceId }: WorkspaceContext,
  id: string,
  purpose: 'read' | 'change' = 'read',
) {
  const query = db
    .selectFrom('agreed_price as a')
    .innerJoin('product as p', (join) => join.on('p.workspace_id', '=', workspaceId).onRef('p.id', '=', 'a.product_id'))
    .select(['a.id', 'a.product_id as productId', 'p.sku', 'a.customer_id as customerId', 'a.group_id as groupId'])
    .select(['a.unit', 'a.min_qty as minQty', 'a.starts_at as startsAt', 'a.ends_at as endsAt'])
    .where('a.workspace_id', '=', workspaceId)
    .where('a.id', '=', id)
    .$if(purpose === 'change', (locked) => locked.forUpdate('a'))
  const agreed = isUuid(id) ? await query.executeTakeFirst() : undefined
  if (!agreed) throw new NotFound(`There is no agreed price with the id "${id}".`)
  return agreed
}

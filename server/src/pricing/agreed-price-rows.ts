import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { contentVersion } from '../content-version.ts'
import { rowset } from '../database/rowset.ts'
import type { AgreedTerms, PlacedPrice } from './agreed-price-placement.ts'

/** An agreed price with the product that it is for. */
export type StoredPrice = PlacedPrice & { productId: string }

/** The version of an agreed price that an editor has seen. */
export function agreedPriceVersion({ unit, minQty, startsAt, endsAt }: AgreedTerms): string {
  return contentVersion([unit, minQty, startsAt?.getTime() ?? null, endsAt?.getTime() ?? null])
}

/** All agreed prices of a customer for these products. */
export async function agreedPricesFor(
  { db, workspaceId }: WorkspaceContext,
  customerId: string,
  productIds: readonly string[],
): Promise<StoredPrice[]> {
  const asked = rowset(
    productIds.map((id) => ({ id })),
    'id uuid',
    'asked',
  )
  const { rows } = await sql<StoredPrice>`
    select a.id, a.product_id as "productId", a.unit, a.min_qty as "minQty", a.starts_at as "startsAt",
      a.ends_at as "endsAt"
    from ${asked} join agreed_price a
      on a.workspace_id = ${workspaceId} and a.customer_id = ${customerId} and a.product_id = asked.id
    order by a.starts_at nulls first, a.id`.execute(db)
  return rows
}

const TERMS = 'id uuid, unit bigint, min_qty integer, starts_at timestamptz, ends_at timestamptz'

/** Inserts agreed prices in one statement. */
export async function insertAgreedPrices(
  { db, workspaceId, clock }: WorkspaceContext,
  customerId: string,
  prices: readonly StoredPrice[],
): Promise<void> {
  if (prices.length === 0) return
  await sql`
    insert into agreed_price (workspace_id, id, customer_id, product_id, unit, min_qty, starts_at, ends_at,
      created_at, updated_at)
    select ${workspaceId}, id, ${customerId}, product_id, unit, min_qty, starts_at, ends_at, ${clock()}, ${clock()}
    from ${rowset(prices.map(columns), `${TERMS}, product_id uuid`)}`.execute(db)
}

/** Writes the terms of existing agreed prices, which must be locked, in one statement. */
export async function updateAgreedPrices(
  { db, workspaceId, clock }: WorkspaceContext,
  prices: readonly PlacedPrice[],
): Promise<void> {
  if (prices.length === 0) return
  const rows: RawBuilder<unknown> = rowset(prices.map(columns), TERMS, 'changed')
  await sql`
    update agreed_price a set unit = changed.unit, min_qty = changed.min_qty, starts_at = changed.starts_at,
      ends_at = changed.ends_at, updated_at = ${clock()}
    from ${rows} where a.workspace_id = ${workspaceId} and a.id = changed.id`.execute(db)
}

function columns({ minQty, startsAt, endsAt, ...rest }: PlacedPrice & { productId?: string }) {
  return {
    id: rest.id,
    unit: rest.unit,
    product_id: rest.productId,
    min_qty: minQty,
    starts_at: startsAt,
    ends_at: endsAt,
  }
}

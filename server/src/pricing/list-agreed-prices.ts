import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { indexHint } from '../database/index-hint.ts'
import { isoInstant } from '../iso-time.ts'
import { slices } from '../reading/index.ts'

type AgreedPrice = {
  id: string
  productId: string
  sku: string
  name: string
  /** Minor units. */
  unit: number
  minQty: number
  startsAt: string | null
  endsAt: string | null
}

/** The product of each is looked up: a slice takes the embedded database some 15 ms. */
const SLICE_ROWS = 1_000

/**
 * All agreed prices of a customer, past and future ones too, by SKU. It reads in slices, as a customer may have
 * thousands.
 */
export async function agreedPricesOf(context: WorkspaceContext, customerId: string): Promise<AgreedPrice[]> {
  const { db, workspaceId } = context
  const found: (AgreedPrice & { skuKey: string })[] = []
  const where = sql`customer_id = ${customerId}`
  const walk = { table: 'agreed_price', where, by: { product_id: 'uuid', id: 'uuid' } } as const
  for await (const slice of slices(context, walk, SLICE_ROWS)) {
    // A plain join would walk all products by SKU, as sessions disable sorts.
    const { rows } = await sql<{ agreed: typeof found }>`
      select coalesce(json_agg(agreed), '[]') as agreed from (
        select a.id, p.id as "productId", p.sku, p.sku_key as "skuKey", p.name, a.unit, a.min_qty as "minQty",
          a.starts_at as "startsAt", a.ends_at as "endsAt"
        from ${slice} a cross join lateral (
          select p.id, p.sku, p.sku_key, p.name from product p
          where p.workspace_id = ${workspaceId} and ${indexHint({ 'p.id': sql`a.product_id` })} limit 1) p) agreed`.execute(
      db,
    )
    for (const { startsAt, endsAt, ...agreed } of rows[0]!.agreed) {
      found.push({ ...agreed, startsAt: isoInstant(startsAt), endsAt: isoInstant(endsAt) })
    }
  }
  return found.toSorted(inOrder)
}

function inOrder(a: AgreedPrice & { skuKey: string }, b: AgreedPrice & { skuKey: string }): number {
  if (a.skuKey !== b.skuKey) return a.skuKey < b.skuKey ? -1 : 1
  return a.minQty - b.minQty || ((a.startsAt ?? '') < (b.startsAt ?? '') ? -1 : 1)
}

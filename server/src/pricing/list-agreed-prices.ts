import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { isoInstant } from '../lib/local-time.ts'
import type { PriceGroupRef } from '../customers/term-owner.ts'
import { slices } from '../database/paging/index.ts'
import { agreedPriceLabel } from './agreed-price-terms.ts'
import { inGroup } from './evaluate-price.ts'

type ListedAgreedPrice = {
  id: string
  productId: string
  sku: string
  skuKey: string
  name: string
  /** Minor units. */
  unit: number
  minQty: number
  startsAt: string | null
  endsAt: string | null
  label: string
  /** The price group that gives it; null where it is the customer's own. */
  group: PriceGroupRef | null
}

/** The product of each is looked up: a slice takes the embedded database some 15 ms. */
const SLICE_ROWS = 1_000

/** All agreed prices of a customer and of its price group, past and future ones too, by SKU. */
export async function agreedPricesOf(
  context: WorkspaceContext,
  { id, group }: { id: string; group: PriceGroupRef | null },
): Promise<ListedAgreedPrice[]> {
  const own = await read(context, { column: 'customer_id', id, group: null })
  const others = group ? await read(context, { column: 'group_id', id: group.id, group }) : []
  return [...own, ...others].toSorted(inOrder)
}

/** It reads in slices, as an owner may have thousands. */
async function read(
  context: WorkspaceContext,
  { column, id, group }: { column: 'customer_id' | 'group_id'; id: string; group: PriceGroupRef | null },
): Promise<ListedAgreedPrice[]> {
  const { db, workspaceId } = context
  const found: ListedAgreedPrice[] = []
  const where = sql`${sql.ref(column)} = ${id}`
  const walk = { table: 'agreed_price', where, by: { product_id: 'uuid', id: 'uuid' } } as const
  for await (const slice of slices(context, walk, SLICE_ROWS)) {
    // A plain join would walk all products by SKU, as sessions disable sorts.
    const { rows } = await sql<{ agreed: Omit<ListedAgreedPrice, 'label' | 'group'>[] }>`
      select coalesce(json_agg(agreed), '[]') as agreed from (
        select a.id, p.id as "productId", p.sku, p.sku_key as "skuKey", p.name, a.unit, a.min_qty as "minQty",
          a.starts_at as "startsAt", a.ends_at as "endsAt"
        from ${slice} a cross join lateral (
          select p.id, p.sku, p.sku_key, p.name from product p
          where p.workspace_id = ${workspaceId} and p.id = a.product_id limit 1) p) agreed`.execute(db)
    for (const { startsAt, endsAt, ...agreed } of rows[0]!.agreed) {
      const label = inGroup(group?.name ?? null, agreedPriceLabel(agreed.minQty))
      found.push({ ...agreed, startsAt: isoInstant(startsAt), endsAt: isoInstant(endsAt), label, group })
    }
  }
  return found
}

function inOrder(a: ListedAgreedPrice, b: ListedAgreedPrice): number {
  if (a.skuKey !== b.skuKey) return a.skuKey < b.skuKey ? -1 : 1
  const byOwner = Number(a.group !== null) - Number(b.group !== null)
  return a.minQty - b.minQty || byOwner || ((a.startsAt ?? '') < (b.startsAt ?? '') ? -1 : 1)
}

import { sql } from 'kysely'
import { upsertProducts } from '../catalogue/upsert-products.ts'
import type { ProductItem } from '../catalogue/plan-upsert.ts'
import type { WorkspaceContext } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import { rowset } from '../database/rowset.ts'
import type { Row } from '../database/tables.ts'
import { matchingKey } from '../matching-key.ts'
import { makeProducts } from './make-products.ts'
import type { SampleProduct } from './make-products.ts'
import { timeOf } from './moment.ts'
import type { Moment } from './moment.ts'
import { SALES } from './people.ts'
import { doneBy, tell } from './story.ts'

const BATCH = 100
const MINUTE_MS = 60_000
const FIRST_SYNC: Moment = [389, '02:00']
const TIDIED: Moment = [387, '16:20']

/** A product as it is stored, with its brand and category. */
export type CatalogueProduct = Row<'product'> & { brand: string | null; category: string | null }

/** Adds all products, as a sync would, then the changes of staff. The customers must exist. */
export async function addProducts(context: WorkspaceContext, erp: Actor): Promise<void> {
  const products = makeProducts()
  const start = timeOf(FIRST_SYNC, context.clock()).getTime()
  for (let i = 0; i * BATCH < products.length; i++) {
    const batch = products.slice(i * BATCH, (i + 1) * BATCH).map(item)
    await upsertProducts(doneBy(context, erp, new Date(start + i * MINUTE_MS)), { products: batch })
  }
  await tidyUp(
    doneBy(context, SALES, timeOf(TIDIED, context.clock())),
    products.filter(({ active, minOrderQty, listPrice }) => !active || minOrderQty > 1 || listPrice === null),
  )
}

/** The latest sync: new stock, and higher prices of gloves, which start a draft. */
export async function syncPrices(context: WorkspaceContext): Promise<void> {
  const products = makeProducts().filter(({ brand }) => brand === 'Swiftlea')
  await upsertProducts(context, { products: products.map(nextDelivery).map(item) })
}

function nextDelivery(product: SampleProduct): SampleProduct {
  const { availability, listPrice, name } = product
  return {
    ...product,
    availability: availability === 'low_stock' ? 'in_stock' : availability,
    listPrice: listPrice !== null && name.startsWith('Nitrile gloves') ? listPrice + 30 : listPrice,
  }
}

/** All products, by the key of their SKU. */
export async function readCatalogue(context: WorkspaceContext): Promise<Map<string, CatalogueProduct>> {
  const products = await context.db
    .selectFrom('product as p')
    .leftJoin('brand as b', (join) =>
      join.onRef('b.workspace_id', '=', 'p.workspace_id').onRef('b.id', '=', 'p.brand_id'),
    )
    .leftJoin('category as c', (join) =>
      join.onRef('c.workspace_id', '=', 'p.workspace_id').onRef('c.id', '=', 'p.category_id'),
    )
    .selectAll('p')
    .select(['b.name as brand', 'c.name as category'])
    .where('p.workspace_id', '=', context.workspaceId)
    .execute()
  return new Map(products.map((product) => [matchingKey(product.sku), product]))
}

/** A sync must send a price. Products without one are sent with 0, and corrected here. */
function item(product: SampleProduct): ProductItem {
  return { ...product, listPrice: product.listPrice ?? 0 }
}

async function tidyUp(context: WorkspaceContext, products: readonly SampleProduct[]): Promise<void> {
  const at = context.clock()
  const rows = products.map(({ sku, minOrderQty, active, listPrice }) => ({
    sku_key: matchingKey(sku),
    min_order_qty: minOrderQty,
    active,
    list_price: listPrice,
  }))
  await sql`
    update product p set min_order_qty = row.min_order_qty, active = row.active, list_price = row.list_price,
      updated_at = ${at}
    from ${rowset(rows, 'sku_key text, min_order_qty integer, active boolean, list_price bigint')}
    where p.workspace_id = ${context.workspaceId} and p.sku_key = row.sku_key`.execute(context.db)

  const hidden = products.filter(({ active }) => !active)
  const inPacks = products.filter(({ minOrderQty }) => minOrderQty > 1)
  await tell(context, [
    {
      by: context.actor,
      at,
      action: 'product.update',
      subject: severalProducts(inPacks.length),
      changes: { minOrderQty: { updated: inPacks.length } },
    },
    {
      by: context.actor,
      at: new Date(at.getTime() + 4 * MINUTE_MS),
      action: 'product.update',
      subject: severalProducts(hidden.length),
      changes: { active: { from: true, to: false } },
    },
  ])
}

function severalProducts(count: number) {
  return { type: 'product', id: null, label: `${count} products` }
}

import { sql } from 'kysely'
import { dateInWords } from '../../shared/moment-in-words.ts'
import { naturalOrder } from '../../shared/natural-order.ts'
import type { WorkspaceContext } from '../../context.ts'
import { textArray } from '../../database/rowset.ts'
import { readWholesalerHead } from './document-head.ts'
import { idsToPrint, ordersToPrint } from './order-pdf.ts'
import type { OrdersToPrint } from './order-pdf.ts'
import { pdf } from './pdf.ts'

export const PICKING_PARTS = ['location', 'category'] as const
type Part = (typeof PICKING_PARTS)[number]

/** The detail of a product that says where it lies, whatever its case. */
const LOCATION = 'location'

const COLUMNS = [
  { header: 'SKU', width: 85 },
  { header: 'GTIN', width: 75 },
  { header: 'Product', width: 150, wraps: true as const },
  { header: 'Quantity', width: 50, align: 'right' as const },
  { header: 'Unit', width: 70, wraps: true as const },
  { header: 'Orders', width: 85, wraps: true as const },
]

/** A product to be picked, for all orders together. */
type Pick = {
  productId: string
  sku: string
  name: string
  unitLabel: string
  orders: { number: number; qty: number }[]
}

/**
 * What to fetch for some orders, as one PDF with boxes to tick: each product once, by where it lies or by its category.
 * Who gets how much stands beside it. Throws NotFound, and InvalidRequest for too many orders.
 */
export async function pickingList(
  context: WorkspaceContext,
  { by, ...asked }: OrdersToPrint & { by: Part },
): Promise<AsyncGenerator<Uint8Array>> {
  const ids = await idsToPrint(context, asked)
  const head = await readWholesalerHead(context)
  const { picks, numbers } = await picksOf(context, ids)
  const products = await productsOf(context, picks, by)
  const parts = [...Map.groupBy(picks, ({ productId }) => products.get(productId)?.place ?? '')]
  const shape = {
    title: 'Picking list',
    under: [`${dateInWords(head.day, 'UTC')}, ${numbers.length === 1 ? 'order' : 'orders'} ${numbers.join(', ')}`],
    columns: COLUMNS,
    boxes: true,
  }
  const drawn = parts
    .toSorted(([a], [b]) => lastBlank(a, b))
    .flatMap(([place, inPlace]) => [
      { heading: place === '' ? `Without a ${by}` : place },
      {
        rows: inPlace
          .toSorted((a, b) => naturalOrder(a.sku, b.sku))
          .map((pick) => ({ cells: cellsOf(pick, products.get(pick.productId)?.gtin) })),
      },
    ])
  return pdf(head, shape, drawn)
}

/** Lines of one product and unit are one, however often it was ordered. */
async function picksOf(context: WorkspaceContext, ids: readonly string[]) {
  const picks = new Map<string, Pick>()
  const numbers: number[] = []
  for await (const { number, lines } of ordersToPrint(context, ids)) {
    numbers.push(number)
    for (const { productId, sku, name, unitLabel, qty } of lines) {
      const key = `${productId} ${unitLabel}`
      const pick = picks.getOrInsertComputed(key, () => ({ productId, sku, name, unitLabel, orders: [] }))
      pick.orders.push({ number, qty })
    }
  }
  return { picks: [...picks.values()], numbers }
}

/** Products that one statement looks up. */
const LOOKED_UP = 1_000

/** Where each product lies, or its category, and its GTIN, as it is now. Those of deleted products are not known. */
async function productsOf(context: WorkspaceContext, picks: readonly Pick[], by: Part) {
  const { db, workspaceId } = context
  const place =
    by === 'category'
      ? sql`(select name from category c where c.workspace_id = ${workspaceId} and c.id = p.category_id)`
      : sql`(select value from jsonb_each_text(p.details) where lower(key) = ${LOCATION} limit 1)`
  const products = new Map<string, { place: string | undefined; gtin: string | null }>()
  for (let from = 0; from < picks.length; from += LOOKED_UP) {
    const ids = picks.slice(from, from + LOOKED_UP).map(({ productId }) => productId)
    const { rows } = await sql<{ id: string; place: string | null; gtin: string | null }>`
      select p.id, ${place} as place, p.gtin from product p
      where p.workspace_id = ${workspaceId} and p.id = any(${textArray(ids)}::uuid[])`.execute(db)
    for (const { id, place, gtin } of rows) products.set(id, { place: place?.trim(), gtin })
  }
  return products
}

function lastBlank(a: string, b: string): number {
  return Number(a === '') - Number(b === '') || naturalOrder(a, b)
}

/** The orders are "1042: 4, 1043: 10" where several want it. */
function cellsOf({ sku, name, unitLabel, orders }: Pick, gtin: string | null = null): string[] {
  const total = orders.reduce((sum, { qty }) => sum + qty, 0)
  const shares = orders.map(({ number, qty }) => (orders.length === 1 ? String(number) : `${number}: ${qty}`))
  return [sku, gtin ?? '', name, total.toLocaleString('en'), unitLabel, shares.join(', ')]
}

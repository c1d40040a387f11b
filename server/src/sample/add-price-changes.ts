import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import type { CatalogueProduct } from './add-products.ts'
import type { PriceStep } from './list-price-at.ts'
import { timeOf } from './moment.ts'
import { EARLIER_PRICE_CHANGES, PRICE_CHANGES } from './price-changes.ts'
import type { Repricing, SamplePriceChange } from './price-changes.ts'
import { tell } from './story.ts'
import { withId } from './with-id.ts'

const ROUNDED_TO = 5

type ChangeWithPrices = SamplePriceChange & {
  newPrices: { product: CatalogueProduct; listPrice: number; newPrice: number }[]
}
type NewChange = ChangeWithPrices & { id: string }

/** Adds price changes of each status, and applies the published ones. Returns the published prices, oldest first. */
export async function addPriceChanges(
  context: WorkspaceContext,
  catalogue: Map<string, CatalogueProduct>,
): Promise<PriceStep[]> {
  const changes = [...earlierChanges([...catalogue.values()]), ...laterChanges([...catalogue.values()])].map(withId)
  await insertChanges(context, changes)
  await insertLines(context, changes)
  const published = changes
    .filter(({ status }) => status === 'published')
    .flatMap(({ newPrices, steps }) =>
      newPrices.map(({ product: { id }, listPrice, newPrice }) => ({
        productId: id,
        at: timeOf(steps.at(-1)!.at, context.clock()),
        from: listPrice,
        to: newPrice,
      })),
    )
  await holdPublished(context, published)
  await tell(
    context,
    changes.flatMap(({ id, name, steps, newPrices, scheduledFor }) =>
      steps.map(({ action, by, at }) => ({
        by,
        at: timeOf(at, context.clock()),
        action: `price_change.${action}`,
        subject: { type: 'price_change', id, label: name },
        changes:
          action === 'schedule'
            ? { scheduledFor: timeOf(scheduledFor!, context.clock()) }
            : { lineCount: newPrices.length },
      })),
    ),
  )
  return published
}

/** The prices of the catalogue are what these lead to: so they are made from the last back to the first. */
function earlierChanges(products: CatalogueProduct[]): ChangeWithPrices[] {
  return EARLIER_PRICE_CHANGES.toReversed()
    .map((change) => {
      const undone = change.lines.flatMap((line) => reprice(products, { ...line, factor: 1 / line.factor }))
      products = withPrices(products, undone)
      const newPrices = undone.map(({ product, listPrice, newPrice }) => ({
        product,
        listPrice: newPrice,
        newPrice: listPrice,
      }))
      return { ...change, newPrices }
    })
    .toReversed()
}

/** Each starts from the prices that the last published one has left. */
function laterChanges(products: CatalogueProduct[]): ChangeWithPrices[] {
  return PRICE_CHANGES.map((change) => {
    const newPrices = change.lines.flatMap((line) => reprice(products, line))
    if (change.status === 'published') products = withPrices(products, newPrices)
    return { ...change, newPrices }
  })
}

function withPrices(products: readonly CatalogueProduct[], newPrices: NewChange['newPrices']): CatalogueProduct[] {
  const prices = new Map(newPrices.map(({ product, newPrice }) => [product.id, newPrice]))
  return products.map((product) => ({ ...product, list_price: prices.get(product.id) ?? product.list_price }))
}

function reprice(products: readonly CatalogueProduct[], { brand, category, factor }: Repricing) {
  return products.flatMap((product) => {
    const { list_price: listPrice } = product
    if (listPrice === null || (brand ?? product.brand) !== product.brand) return []
    if ((category ?? product.category) !== product.category) return []
    const newPrice = Math.round((listPrice * factor) / ROUNDED_TO) * ROUNDED_TO
    return newPrice === listPrice ? [] : [{ product, listPrice, newPrice }]
  })
}

async function insertChanges({ db, workspaceId, clock }: WorkspaceContext, changes: NewChange[]): Promise<void> {
  const rows = changes.map(({ id, name, status, steps, newPrices, scheduledFor }) => ({
    workspace_id: workspaceId,
    id,
    name,
    status,
    line_count: newPrices.length,
    scheduled_for: scheduledFor && timeOf(scheduledFor, clock()),
    created_by: JSON.stringify(steps[0].by),
    created_at: timeOf(steps[0].at, clock()),
    updated_at: timeOf(steps.at(-1)!.at, clock()),
    published_at: status === 'published' ? timeOf(steps.at(-1)!.at, clock()) : null,
  }))
  await db.insertInto('price_change').values(rows).execute()
}

async function insertLines({ db, workspaceId }: WorkspaceContext, changes: NewChange[]): Promise<void> {
  const rows = changes.flatMap(({ id, status, newPrices }) =>
    newPrices.map(({ product, listPrice, newPrice }) => ({
      price_change_id: id,
      product_id: product.id,
      old_price: status === 'published' ? listPrice : null,
      new_price: newPrice,
    })),
  )
  await sql`
    insert into price_change_line (workspace_id, price_change_id, product_id, old_price, new_price)
    select ${workspaceId}, price_change_id, product_id, old_price, new_price
    from ${rowset(rows, 'price_change_id uuid, product_id uuid, old_price bigint, new_price bigint')}`.execute(db)
}

/** The last published price of each product holds. */
async function holdPublished({ db, workspaceId }: WorkspaceContext, published: readonly PriceStep[]): Promise<void> {
  const last = [...new Map(published.map((step) => [step.productId, step])).values()]
  await sql`
    update product p set list_price = step."to", updated_at = step.at
    from ${rowset(last, '"productId" uuid, at timestamptz, "to" bigint', 'step')}
    where p.workspace_id = ${workspaceId} and p.id = step."productId"`.execute(db)
}

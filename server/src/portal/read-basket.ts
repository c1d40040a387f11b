import { linePictures } from '../catalogue/shown-images.ts'
import { readCreditHold } from '../orders/check-credit.ts'
import { readDeliveryChoice, wantedProblem } from '../orders/delivery.ts'
import { readOrderSettings, totalsOf } from '../orders/order-settings.ts'
import { shortfallOf } from '../shared/minimum-order.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import type { BuyerContext } from './buyer-context.ts'
import type { BuyersLine } from './buyers-line.ts'
import { priceLines, seenIds, withPresentNames } from './product-lines.ts'
import type { PresentLine } from './product-lines.ts'
import { buyersLabel } from './buyers-product.ts'
import { readBuyer } from './read-buyer.ts'
import { readPortalSettings } from './portal-settings.ts'
import type { PortalSettings } from './portal-settings.ts'
import { randomUUID } from 'node:crypto'

/** Of lines whose prices rise; `more` in minor units, for all of them. */
type Rises = { lines: number; more: number; from: string; isTogether: boolean }

/** The basket that the buyer fills, at the present prices. */
export async function readBasket(context: BuyerContext) {
  return showBasket(context, await findBasket(context))
}

/** A basket of the buyer at the present prices. */
export async function showBasket(context: BuyerContext, basket: BasketRow | undefined) {
  const kept = basket ? await storedLines(context, basket.id) : []
  const priced = await priceLines(context, kept)
  const shown = await readPortalSettings(context)
  const pictures = await linePictures(context, seenIds(kept))
  const lines = kept.map((line, i) => ({
    ...shapeLine(line, priced[i]!, shown),
    picture: pictures.get(line.productId) ?? null,
  }))
  const subtotal = lines.reduce((sum, { price, problem }) => sum + (problem === null ? price!.line : 0), 0)
  const settings = await readOrderSettings(context)
  const totals = totalsOf(subtotal, settings)
  const { me, customer } = await readBuyer(context)
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const days = { rule: settings, timezone }
  const choice = await readDeliveryChoice(context, customer, days)
  const { creditPolicy } = settings
  const { deliverTo, wantedOn } = basket?.deliverySaid ? basket : choice.usual
  return {
    token: basket?.id ?? null,
    lines,
    ...totals,
    creditHold: await readCreditHold(context, customer, { amount: totals.total ?? subtotal, policy: creditPolicy }),
    creditPolicy,
    shortfall: shortfallOf(customer.minOrderValue, subtotal),
    ...risesOf(lines),
    isChanged: lines.some(({ before }) => before !== null),
    poNumber: basket?.poNumber ?? null,
    costCentre: me.costCentre,
    note: basket?.note ?? null,
    // Not an address that was removed since.
    deliverTo: choice.addresses.find(({ id }) => id === deliverTo)?.id ?? choice.usual.deliverTo,
    wantedOn,
    wantedProblem: wantedOn === null ? null : wantedProblem(wantedOn, context.clock(), days),
    delivery: { ...choice, mayChange: settings.allowAddresses },
  }
}

/** What the lines cost more once their prices have risen, and when the first does; no field where none does. */
function risesOf(lines: readonly ReturnType<typeof shapeLine>[]): { rises?: Rises } {
  const rising = lines.flatMap(({ problem, price, coming, qty }) => {
    const [before, after] = [price?.unit, coming?.unit]
    if (problem !== null || !coming || typeof before !== 'number' || typeof after !== 'number') return []
    return after > before ? [{ from: coming.from, more: (after - before) * qty }] : []
  })
  if (rising.length === 0) return {}
  const times = rising.map(({ from }) => from).toSorted()
  return {
    rises: {
      lines: rising.length,
      more: rising.reduce((sum, { more }) => sum + more, 0),
      from: times[0]!,
      isTogether: times[0] === times.at(-1),
    },
  }
}

function shapeLine(kept: StoredLine, { product, ...priced }: BuyersLine, shown: PortalSettings) {
  const isChanged = product !== null && priced.price!.unit !== kept.shownUnit
  return {
    ...priced,
    productId: kept.productId,
    sku: kept.sku,
    name: kept.name,
    unitLabel: product?.unitLabel ?? null,
    minOrderQty: product?.minOrderQty ?? 1,
    orderMultiple: product?.orderMultiple ?? 1,
    availability: product?.availability ?? null,
    leadTimeNote: product?.leadTimeNote ?? null,
    problem: product === null ? `"${kept.sku}" is no longer available to you: remove it.` : priced.problem,
    before: isChanged ? { unit: kept.shownUnit, label: buyersLabel(kept.shownLabel, shown) } : null,
  }
}

/** A line as the basket keeps it. */
export type StoredLine = PresentLine & {
  /** The price at which the line was last shown as right, in minor units. */
  shownUnit: number | null
  shownLabel: string
}

/** What is kept of a basket. `id` is its token: it becomes that of the order. */
export const BASKET_COLUMNS = [
  'id',
  'buyer_id as buyerId',
  'po_number as poNumber',
  'note',
  'delivery_said as deliverySaid',
  'deliver_to as deliverTo',
  'wanted_on as wantedOn',
  'taken_keys as takenKeys',
] as const

export type BasketRow = NonNullable<Awaited<ReturnType<typeof findBasket>>>

/** The basket that the buyer fills; undefined while there is none. */
export async function findBasket({ db, workspaceId, buyerId }: BuyerContext) {
  return db
    .selectFrom('basket')
    .select(BASKET_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('buyer_id', '=', buyerId)
    .where('asked_at', 'is', null)
    .executeTakeFirst()
}

/** Locks the basket that the buyer fills until the transaction ends; makes it where there is none. */
export async function lockBasket({ db, workspaceId, buyerId, clock }: BuyerContext) {
  return db
    .insertInto('basket')
    .values({ workspace_id: workspaceId, id: randomUUID(), buyer_id: buyerId, updated_at: clock() })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'buyer_id']).where('asked_at', 'is', null).doUpdateSet({ updated_at: clock() }),
    )
    .returning(BASKET_COLUMNS)
    .executeTakeFirstOrThrow()
}

/** The lines of a basket, in the order in which they came in. */
export async function storedLines(context: BuyerContext, basketId: string): Promise<StoredLine[]> {
  const { db, workspaceId } = context
  const kept = await db
    .selectFrom('basket_line as l')
    .select(['l.product_id as productId', 'l.sku', 'l.name', 'l.qty'])
    .select(['l.shown_unit as shownUnit', 'l.shown_label as shownLabel'])
    .where('l.workspace_id', '=', workspaceId)
    .where('l.basket_id', '=', basketId)
    .where('l.emptied', '=', false)
    .orderBy('l.position')
    .orderBy('l.product_id')
    .execute()
  return withPresentNames(context, kept)
}

import fc from 'fast-check'
import { removeAgreedPrice } from '../../server/src/agreed-prices/remove-agreed-price.ts'
import { setAgreedPrice } from '../../server/src/agreed-prices/set-agreed-price.ts'
import { mergeGroups } from '../../server/src/catalogue/groups/merge-groups.ts'
import { renameGroup } from '../../server/src/catalogue/groups/rename-group.ts'
import type { NamedOwner } from '../../server/src/customers/term-owner.ts'
import { removeDiscount } from '../../server/src/discounts/remove-discount.ts'
import { setDiscount } from '../../server/src/discounts/set-discount.ts'
import { addPriceGroup } from '../../server/src/price-groups/add-price-group.ts'
import { removePriceGroup } from '../../server/src/price-groups/remove-price-group.ts'
import { renamePriceGroup } from '../../server/src/price-groups/rename-price-group.ts'
import { publishPriceChange } from '../../server/src/price-changes/publish-price-change.ts'
import { schedulePriceChange } from '../../server/src/price-changes/settle-price-change.ts'
import type { TestService, TestWorkspace } from '../service.ts'
import { done, item, send } from './given.ts'

export const SKUS = ['A-1', 'B-2']
const BRANDS = ['Denby', 'Hollin', 'Lime']

const GROUPS = ['Gold', 'Silver']

/** Products of two brands, two price groups, and the customer QUAY, in one of them. */
export async function shopInTime(service: TestService): Promise<TestWorkspace> {
  const workspace = await service.workspace()
  await send(
    workspace,
    SKUS.map((sku, i) => item({ sku, name: sku, brand: BRANDS[i], category: 'Plates' })),
  )
  for (const name of GROUPS) await addPriceGroup(workspace.context, { name })
  await workspace.put('/customers', { customers: [{ accountCode: 'QUAY', name: 'Quay Café', group: GROUPS[0] }] })
  return workspace
}

/** Acts in a workspace at that time. */
type Step = (workspace: TestWorkspace, now: Date) => Promise<unknown>
export const change = (workspace: TestWorkspace, sku: string, listPrice: number) =>
  send(workspace, [item({ sku, name: sku, listPrice })])
const sku = fc.constantFrom(...SKUS)
const amount = fc.integer({ min: 1, max: 9_999 })
const offset = fc.option(fc.integer({ min: -90, max: 90 }), { nil: null })
const on = fc.constantFrom(
  { appliesTo: 'all' } as const,
  { appliesTo: 'category', name: 'Plates' } as const,
  ...BRANDS.slice(0, 2).map((name) => ({ appliesTo: 'brand', name }) as const),
)
const group = fc.constantFrom(...GROUPS)
/** Mostly those of the customer itself. */
const owner: fc.Arbitrary<NamedOwner> = fc.oneof(
  fc.constant({ customer: 'QUAY' }),
  group.map((name) => ({ group: name })),
)
const ifPossible = (verb: Promise<unknown>) => verb.catch(() => undefined)

/** What the job does that publishes scheduled price changes. */
async function publishDue({ context, id: workspaceId }: TestWorkspace, now: Date): Promise<void> {
  const due = await context.db
    .selectFrom('price_change')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'scheduled')
    .where('scheduled_for', '<=', now)
    .orderBy('scheduled_for')
    .orderBy('id')
    .execute()
  for (const { id } of due) await publishPriceChange(context, { id })
}

/** Any act that moves prices. What is refused, such as overlapping prices, changes nothing. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ owner, on, discountBp: fc.integer({ min: 1, max: 10_000 }) }).map(
    ({ owner: whose, ...discount }): Step =>
      ({ context }) =>
        ifPossible(setDiscount(context, { ...whose, ...discount })),
  ),
  fc.nat(9).map((i): Step => async (workspace) => {
    const { discountRules: rules } = await done(workspace.get('/customers/QUAY'))
    if (rules.length > 0) await removeDiscount(workspace.context, { id: rules[i % rules.length].id })
  }),
  fc.record({ owner, sku, unit: amount, minQty: fc.constantFrom(1, 3, 5), starts: offset, ends: offset }).map(
    ({ owner: whose, sku: of, unit, minQty, starts, ends }): Step =>
      ({ context }, now) =>
        ifPossible(
          setAgreedPrice(context, {
            ...whose,
            sku: of,
            unit,
            minQty,
            startsAt: starts === null ? null : new Date(now.getTime() + starts * 60_000),
            endsAt: ends === null ? null : new Date(now.getTime() + ends * 60_000),
            endPrevious: true,
          }),
        ),
  ),
  fc.nat(9).map((i): Step => async (workspace) => {
    const { agreedPrices: prices } = await done(workspace.get('/customers/QUAY'))
    if (prices.length > 0) await removeAgreedPrice(workspace.context, { id: prices[i % prices.length].id })
  }),
  fc.option(group, { nil: null }).map(
    (name): Step =>
      ({ put }) =>
        put('/customers', { customers: [{ accountCode: 'QUAY', name: 'Quay Café', group: name }] }),
  ),
  group.map(
    (name): Step =>
      ({ context }) =>
        ifPossible(removePriceGroup(context, { group: name })),
  ),
  fc.record({ sku, price: amount }).map(({ sku: of, price }): Step => async (workspace) => {
    const { priceChangeId: id } = await change(workspace, of, price)
    if (id) await publishPriceChange(workspace.context, { id })
  }),
  fc
    .record({ sku, price: amount, ahead: fc.integer({ min: 1, max: 90 }) })
    .map(({ sku: of, price, ahead }): Step => async (workspace, now) => {
      const { priceChangeId: id } = await change(workspace, of, price)
      if (id) await schedulePriceChange(workspace.context, { id, at: new Date(now.getTime() + ahead * 60_000) })
    }),
  fc.constant<Step>(publishDue),
  fc.record({ sku, brand: fc.constantFrom(...BRANDS) }).map(
    ({ sku: of, brand }): Step =>
      (workspace) =>
        send(workspace, [item({ sku: of, name: of, brand })]),
  ),
  // Other steps find them by the same name, ignoring case.
  fc.record({ name: group, isLoud: fc.boolean() }).map(
    ({ name, isLoud }): Step =>
      ({ context }) =>
        ifPossible(renamePriceGroup(context, { group: name, name: isLoud ? name.toUpperCase() : name })),
  ),
  fc.record({ name: fc.constantFrom(...BRANDS), isLoud: fc.boolean() }).map(
    ({ name, isLoud }): Step =>
      ({ context }) =>
        ifPossible(renameGroup(context, { grouping: 'brand', name, to: isLoud ? name.toUpperCase() : name })),
  ),
  fc.constantFrom(...BRANDS.slice(0, 2)).map(
    (name): Step =>
      ({ context }) =>
        ifPossible(mergeGroups(context, { grouping: 'brand', name, to: 'Lime' })),
  ),
)

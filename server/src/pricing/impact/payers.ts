import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { pack, slices, unpack } from '../../database/paging/index.ts'
import type { Packed } from '../../database/paging/index.ts'
import { shareOf, WHOLE_BP } from '../../shared/read-price.ts'

/** Customers, and discounts, of one slice: their rows are narrow. */
const ROWS = 5_000

/** Discounts in basis points: on everything, and by brand and category. */
export type Discounts = { all: number | null; brands: Map<string, number>; categories: Map<string, number> }

/** A price group: one object for all customers that belong to it. */
export type PayerGroup = Discounts & { id: string }

/** A customer who is not out of use, with its own discounts, and its price group. */
export type Payer = Discounts & { id: string; group: PayerGroup | null }

/** The price groups of a workspace by id. One that is asked for is there, with or without terms. */
export class PayerGroups {
  readonly #groups = new Map<string, PayerGroup>()

  get(id: string): PayerGroup {
    return this.#groups.getOrInsertComputed(id, () => ({ id, ...noDiscounts() }))
  }
}

/** What the discounts on a product follow from. Empty without one. */
export type Filed = { brandId: string; categoryId: string }

/** A product as it is offered: what it costs a customer follows from it. Minor units; null: no list price. */
export type Offer = Filed & { listPrice: number | null }

/**
 * What a customer pays, but for its own agreed prices: a share of the list price in basis points; where `group` is set,
 * the agreed prices of that price group come first.
 */
export type Tariff = { share: number; group: string | null }

/** What a customer or price group has agreed for one unit of a product, in minor units, by its id. */
export type AgreedUnit = (owner: string) => number | undefined

/** Own discounts come before all terms of the price group. Without a list price no discount counts. */
export function tariffOf(payer: Payer, { brandId, categoryId, listPrice }: Offer): Tariff {
  if (listPrice === null) return { share: WHOLE_BP, group: payer.group?.id ?? null }
  const ownBp = discountIn(payer, brandId, categoryId)
  if (ownBp !== null) return { share: WHOLE_BP - ownBp, group: null }
  const { group } = payer
  if (group === null) return { share: WHOLE_BP, group: null }
  return { share: WHOLE_BP - (discountIn(group, brandId, categoryId) ?? 0), group: group.id }
}

function discountIn({ all, brands, categories }: Discounts, brandId: string, categoryId: string): number | null {
  return brands.get(brandId) ?? categories.get(categoryId) ?? all
}

/** What one unit costs by a tariff, in minor units; null: it has no price. `ofGroup`: agreed by its price group. */
export function unitBy({ share }: Tariff, listPrice: number | null, ofGroup: number | undefined): number | null {
  return ofGroup ?? (listPrice === null ? null : shareOf(listPrice, share))
}

/** Whose agreed price decides what the customer pays for one unit: its own id, or that of its price group. */
function agreedBy(payer: Payer, offer: Offer, agreed: AgreedUnit): string | null {
  if (agreed(payer.id) !== undefined) return payer.id
  const { group } = tariffOf(payer, offer)
  return group !== null && agreed(group) !== undefined ? group : null
}

/** What one unit of a product costs a customer by all terms, in minor units; null: it has no price. */
export function unitOf(payer: Payer, offer: Offer, agreed: AgreedUnit): number | null {
  const owner = agreedBy(payer, offer, agreed)
  return owner === null ? unitBy(tariffOf(payer, offer), offer.listPrice, undefined) : agreed(owner)!
}

/** All customers who are not out of use, in the order of their names, with their discounts. It reads in slices. */
export async function readPayers(context: WorkspaceContext): Promise<{ payers: Payer[]; groups: PayerGroups }> {
  const [payers, groups] = [new Map<string, Payer>(), new PayerGroups()]
  for await (const { id, groupId } of readCustomers(context)) {
    payers.set(id, { id, ...noDiscounts(), group: groupId === '' ? null : groups.get(groupId) })
  }
  for await (const slice of slices(context, { table: 'discount_rule', by: { id: 'uuid' } }, ROWS)) {
    for (const discount of await readDiscounts(context, slice)) {
      const { customerId, groupId } = discount
      const owner = groupId === '' ? payers.get(customerId) : groups.get(groupId)
      if (owner) give(owner, discount)
    }
  }
  return { payers: [...payers.values()], groups }
}

/** One customer, out of use or not, with its discounts. */
export async function readPayer(
  context: WorkspaceContext,
  { id, groupId }: { id: string; groupId: string | null },
): Promise<Payer> {
  const payer: Payer = { id, ...noDiscounts(), group: groupId === null ? null : { id: groupId, ...noDiscounts() } }
  const own = sql`(select * from discount_rule
    where workspace_id = ${context.workspaceId} and (customer_id = ${id} or group_id = ${groupId}::uuid))`
  for (const discount of await readDiscounts(context, own)) give(discount.groupId ? payer.group! : payer, discount)
  return payer
}

function noDiscounts(): Discounts {
  return { all: null, brands: new Map(), categories: new Map() }
}

const CUSTOMER = { id: sql`id`, groupId: sql`group_id` }
type CustomerRow = Record<keyof typeof CUSTOMER, string>

async function* readCustomers(context: WorkspaceContext): AsyncGenerator<CustomerRow> {
  const walk = { table: 'customer', by: { name: 'text', id: 'uuid' } } as const
  for await (const slice of slices(context, walk, ROWS)) {
    const { rows } = await sql<Packed<keyof typeof CUSTOMER>>`
      select ${pack(CUSTOMER)} from ${slice} c where active`.execute(context.db)
    yield* unpack<keyof typeof CUSTOMER>(CUSTOMER, rows[0]!)
  }
}

const DISCOUNT = {
  customerId: sql`customer_id`,
  groupId: sql`group_id`,
  brandId: sql`brand_id`,
  categoryId: sql`category_id`,
  discountBp: sql`discount_bp`,
}
type DiscountRow = Record<keyof typeof DISCOUNT, string>

async function readDiscounts({ db }: WorkspaceContext, rules: RawBuilder<unknown>): Promise<DiscountRow[]> {
  const { rows } = await sql<Packed<keyof typeof DISCOUNT>>`select ${pack(DISCOUNT)} from ${rules} r`.execute(db)
  return unpack<keyof typeof DISCOUNT>(DISCOUNT, rows[0]!)
}

function give(owner: Discounts, { brandId, categoryId, discountBp }: DiscountRow): void {
  if (brandId !== '') owner.brands.set(brandId, Number(discountBp))
  else if (categoryId !== '') owner.categories.set(categoryId, Number(discountBp))
  else owner.all = Number(discountBp)
}

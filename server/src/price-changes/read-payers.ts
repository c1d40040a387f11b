import { WHOLE_BP } from '../rules/basis-points.ts'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { pack, slices, unpack } from '../reading/index.ts'
import type { Packed } from '../reading/index.ts'
import { DISCOUNTS } from '../pricing/discount-terms.ts'
import { hashOfRow } from '../pricing/kind-of-term.ts'
import { customersHash, FingerprintSums } from './price-change-fingerprint.ts'

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

/** All payers, in the order of their names; and what the fingerprint of a price change is made of. */
export async function readPayers(
  context: WorkspaceContext,
  { at, sums = new FingerprintSums() }: { at: Date; sums?: FingerprintSums },
): Promise<{ payers: Payer[]; groups: PayerGroups }> {
  const [payers, groups] = [new Map<string, Payer>(), new PayerGroups()]
  for await (const { id, groupId } of readCustomers(context, sums)) {
    payers.set(id, { id, ...noDiscounts(), group: groupId === '' ? null : groups.get(groupId) })
  }
  for await (const { customerId, groupId, brandId, categoryId, discountBp } of readDiscounts(context, { at, sums })) {
    const owner = groupId === '' ? payers.get(customerId) : groups.get(groupId)
    if (!owner) continue
    if (brandId !== '') owner.brands.set(brandId, Number(discountBp))
    else if (categoryId !== '') owner.categories.set(categoryId, Number(discountBp))
    else owner.all = Number(discountBp)
  }
  return { payers: [...payers.values()], groups }
}

function noDiscounts(): Discounts {
  return { all: null, brands: new Map(), categories: new Map() }
}

/**
 * What a customer pays for products of a place, but for its own agreed prices: a share of the list price in basis
 * points; where `group` is set, the agreed prices of that price group come first.
 */
export type Tariff = { share: number; group: string | null }

/** Own discounts come before all terms of the price group. Without a list price no discount counts. */
export function tariffOf(payer: Payer, brandId: string, categoryId: string, hasListPrice = true): Tariff {
  if (!hasListPrice) return { share: WHOLE_BP, group: payer.group?.id ?? null }
  const ownBp = discountIn(payer, brandId, categoryId)
  if (ownBp !== null) return { share: WHOLE_BP - ownBp, group: null }
  const { group } = payer
  if (group === null) return { share: WHOLE_BP, group: null }
  return { share: WHOLE_BP - (discountIn(group, brandId, categoryId) ?? 0), group: group.id }
}

function discountIn({ all, brands, categories }: Discounts, brandId: string, categoryId: string): number | null {
  return brands.get(brandId) ?? categories.get(categoryId) ?? all
}

const CUSTOMER = { id: sql`id`, groupId: sql`group_id` }
type CustomerColumn = keyof typeof CUSTOMER

async function* readCustomers(
  context: WorkspaceContext,
  sums: FingerprintSums,
): AsyncGenerator<Record<CustomerColumn, string>> {
  const walk = { table: 'customer', by: { name: 'text', id: 'uuid' } } as const
  for await (const slice of slices(context, walk, ROWS)) {
    const { rows } = await sql<Packed<CustomerColumn> & { hash: string }>`
      select ${pack(CUSTOMER)}, ${customersHash()} as hash from ${slice} c where active`.execute(context.db)
    sums.add({ customers: rows[0]!.hash })
    yield* unpack<CustomerColumn>(CUSTOMER, rows[0]!)
  }
}

const DISCOUNT = {
  customerId: sql`customer_id`,
  groupId: sql`group_id`,
  brandId: sql`brand_id`,
  categoryId: sql`category_id`,
  discountBp: sql`discount_bp`,
}
type Column = keyof typeof DISCOUNT

async function* readDiscounts(
  context: WorkspaceContext,
  { at, sums }: { at: Date; sums: FingerprintSums },
): AsyncGenerator<Record<Column, string>> {
  for await (const slice of slices(context, { table: 'discount_rule', by: { id: 'uuid' } }, ROWS)) {
    const { rows } = await sql<Packed<Column> & { hash: string }>`
      select ${pack(DISCOUNT)}, coalesce(sum(${hashOfRow(DISCOUNTS, at)}), 0)::text as hash
      from ${slice} r`.execute(context.db)
    sums.add({ discounts: rows[0]!.hash })
    yield* unpack<Column>(DISCOUNT, rows[0]!)
  }
}

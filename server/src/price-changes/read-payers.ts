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

/** A customer who is not out of use, with its discounts in basis points: on everything, and by brand and category. */
export type Payer = { id: string; all: number | null; brands: Map<string, number>; categories: Map<string, number> }

/** All of them, in the order of their names; and what the fingerprint of a price change is made of. */
export async function readPayers(
  context: WorkspaceContext,
  { at, sums = new FingerprintSums() }: { at: Date; sums?: FingerprintSums },
): Promise<Payer[]> {
  const payers = new Map<string, Payer>()
  for await (const id of readCustomers(context, sums)) {
    payers.set(id, { id, all: null, brands: new Map(), categories: new Map() })
  }
  for await (const { customerId, brandId, categoryId, discountBp } of readDiscounts(context, { at, sums })) {
    const payer = payers.get(customerId)
    if (!payer) continue
    if (brandId !== '') payer.brands.set(brandId, Number(discountBp))
    else if (categoryId !== '') payer.categories.set(categoryId, Number(discountBp))
    else payer.all = Number(discountBp)
  }
  return [...payers.values()]
}

/** What a customer pays of the list price by its discounts, in basis points. */
export function shareOfList({ all, brands, categories }: Payer, brandId: string, categoryId: string): number {
  return WHOLE_BP - (brands.get(brandId) ?? categories.get(categoryId) ?? all ?? 0)
}

const CUSTOMER = { id: sql`id` }

async function* readCustomers(context: WorkspaceContext, sums: FingerprintSums): AsyncGenerator<string> {
  const walk = { table: 'customer', by: { name: 'text', id: 'uuid' } } as const
  for await (const slice of slices(context, walk, ROWS)) {
    const { rows } = await sql<Packed<'id'> & { hash: string }>`
      select ${pack(CUSTOMER)}, ${customersHash()} as hash from ${slice} c where active`.execute(context.db)
    sums.add({ customers: rows[0]!.hash })
    for (const { id } of unpack<'id'>(CUSTOMER, rows[0]!)) yield id
  }
}

const DISCOUNT = {
  customerId: sql`customer_id`,
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

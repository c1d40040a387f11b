import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import type { Row } from '../database/tables.ts'
import { slices } from '../database/paging/index.ts'
import type { PriceGroupRef } from '../customers/term-owner.ts'
import { discountLabel } from './discount-terms.ts'
import { inGroup } from './evaluate-price.ts'

export type DiscountRule = {
  id: string
  appliesTo: Row<'discount_rule'>['applies_to']
  brandId: string | null
  brand: string | null
  categoryId: string | null
  category: string | null
  discountBp: number
  /** The text that explains a price with this discount. */
  label: string
  /** The price group that gives it; null where it is the customer's own. */
  group: PriceGroupRef | null
}

type FoundRule = Omit<DiscountRule, 'label' | 'group'> & { ownerId: string }

/** A brand or category is looked up for each: a slice takes the embedded database some 15 ms. */
const SLICE_ROWS = 1_000
const ORDER: DiscountRule['appliesTo'][] = ['brand', 'category', 'all']
/** The order of names in the database. */
const NAMES = new Intl.Collator('und')

/** The discounts of a customer and of its price group, in the order of evaluation. */
export async function allDiscountsOf(
  context: WorkspaceContext,
  { id, group }: { id: string; group: PriceGroupRef | null },
): Promise<DiscountRule[]> {
  const own = await discountsOf(context, [id])
  return [...own.get(id)!, ...(group ? await discountsOfGroup(context, group) : [])]
}

/** The discounts of these customers themselves, by customer. */
export async function discountsOf(
  context: WorkspaceContext,
  customerIds: readonly string[],
): Promise<Map<string, DiscountRule[]>> {
  return read(context, { column: 'customer_id', ids: customerIds, group: null })
}

export async function discountsOfGroup(context: WorkspaceContext, group: PriceGroupRef): Promise<DiscountRule[]> {
  return (await read(context, { column: 'group_id', ids: [group.id], group })).get(group.id)!
}

/** By owner, in the order of evaluation. It reads in slices, as an owner may have thousands. */
async function read(
  context: WorkspaceContext,
  { column, ids, group }: { column: 'customer_id' | 'group_id'; ids: readonly string[]; group: PriceGroupRef | null },
): Promise<Map<string, DiscountRule[]>> {
  const { db, workspaceId } = context
  const found = new Map<string, DiscountRule[]>(ids.map((id) => [id, []]))
  const where = sql`${sql.ref(column)} = any(${textArray(ids)}::uuid[])`
  const walk = { table: 'discount_rule', where, by: { [column]: 'uuid', id: 'uuid' } } as const
  const named = (table: 'brand' | 'category') => sql`(
    select name from ${sql.table(table)}
    where workspace_id = ${workspaceId} and id = ${sql.ref(`r.${table}_id`)})`
  for await (const slice of slices(context, walk, SLICE_ROWS)) {
    const { rows } = await sql<{ rules: FoundRule[] }>`
      select coalesce(json_agg(rule), '[]') as rules from (
        select ${sql.ref(`r.${column}`)} as "ownerId", r.id, r.applies_to as "appliesTo", r.brand_id as "brandId",
          ${named('brand')} as brand, r.category_id as "categoryId", ${named('category')} as category,
          r.discount_bp as "discountBp"
        from ${slice} r) rule`.execute(db)
    for (const { ownerId, ...rule } of rows[0]!.rules) {
      const label = discountLabel(rule.discountBp, rule.brand ?? rule.category)
      found.get(ownerId)!.push({ ...rule, label: inGroup(group?.name ?? null, label), group })
    }
  }
  return new Map([...found].map(([id, rules]) => [id, rules.toSorted(inOrder)]))
}

function inOrder(a: DiscountRule, b: DiscountRule): number {
  const byKind = ORDER.indexOf(a.appliesTo) - ORDER.indexOf(b.appliesTo)
  return byKind || NAMES.compare(a.brand ?? a.category ?? '', b.brand ?? b.category ?? '')
}

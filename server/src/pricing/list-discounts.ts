import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { indexHint } from '../database/index-hint.ts'
import { textArray } from '../database/rowset.ts'
import type { Row } from '../database/tables.ts'
import { slices } from '../reading/index.ts'
import { discountLabel } from './discount.ts'

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
}

type FoundRule = Omit<DiscountRule, 'label'> & { customerId: string }

/** A brand or category is looked up for each: a slice takes the embedded database some 15 ms. */
const SLICE_ROWS = 1_000
const ORDER: DiscountRule['appliesTo'][] = ['brand', 'category', 'all']
/** The order of names in the database. */
const NAMES = new Intl.Collator('und')

/**
 * The discounts of these customers, by customer, in the order of evaluation. It reads in slices, as a customer may have
 * thousands.
 */
export async function discountsOf(
  context: WorkspaceContext,
  customerIds: readonly string[],
): Promise<Map<string, DiscountRule[]>> {
  const { db, workspaceId } = context
  const found = new Map<string, DiscountRule[]>(customerIds.map((id) => [id, []]))
  const where = sql`customer_id = any(${textArray(customerIds)}::uuid[])`
  const walk = { table: 'discount_rule', where, by: { customer_id: 'uuid', id: 'uuid' } } as const
  const named = (table: 'brand' | 'category') => sql`(
    select name from ${sql.table(table)}
    where workspace_id = ${workspaceId} and ${indexHint({ id: sql.ref(`r.${table}_id`) })} limit 1)`
  for await (const slice of slices(context, walk, SLICE_ROWS)) {
    const { rows } = await sql<{ rules: FoundRule[] }>`
      select coalesce(json_agg(rule), '[]') as rules from (
        select r.customer_id as "customerId", r.id, r.applies_to as "appliesTo", r.brand_id as "brandId",
          ${named('brand')} as brand, r.category_id as "categoryId", ${named('category')} as category,
          r.discount_bp as "discountBp"
        from ${slice} r) rule`.execute(db)
    for (const { customerId, ...rule } of rows[0]!.rules) {
      found.get(customerId)!.push({ ...rule, label: discountLabel(rule.discountBp, rule.brand ?? rule.category) })
    }
  }
  return new Map([...found].map(([id, rules]) => [id, rules.toSorted(inOrder)]))
}

function inOrder(a: DiscountRule, b: DiscountRule): number {
  const byKind = ORDER.indexOf(a.appliesTo) - ORDER.indexOf(b.appliesTo)
  return byKind || NAMES.compare(a.brand ?? a.category ?? '', b.brand ?? b.category ?? '')
}

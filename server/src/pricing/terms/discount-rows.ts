import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { OwnerIds } from '../../customers/term-owner.ts'
import { rowset, uuidArray } from '../../database/rowset.ts'
import type { Row } from '../../database/tables.ts'
import { discountOn } from '../discount-terms.ts'
import { keepPastTerms, termChangeTime } from '../past-terms.ts'

/** What a discount is on. */
export type DiscountScopeIds = {
  appliesTo: Row<'discount_rule'>['applies_to']
  brandId: string | null
  categoryId: string | null
}
/** What a discount of a customer is on. A customer, as a price group, has one discount at most in each place. */
export type DiscountPlace = DiscountScopeIds & { customerId: string }
export type StoredDiscount = { id: string; discountBp: number }
type NewDiscount = DiscountScopeIds & OwnerIds & StoredDiscount

/** One text for each place. */
export function placeKey({ customerId, brandId, categoryId }: DiscountPlace): string {
  return [customerId, brandId, categoryId].join(' ')
}

/** The present discounts in these places, by `placeKey`. */
export async function discountsIn(
  { db, workspaceId }: WorkspaceContext,
  places: readonly DiscountPlace[],
): Promise<Map<string, StoredDiscount>> {
  const found = (['all', 'brand', 'category'] as const).map((appliesTo) => {
    const asked = places
      .filter((place) => place.appliesTo === appliesTo)
      .map((place) => ({ key: placeKey(place), customer_id: place.customerId, id: place.brandId ?? place.categoryId }))
    const place = { appliesTo, id: sql`asked.id` }
    return sql`
      select asked.key, found.id, found.discount_bp from ${rowset(asked, 'key text, customer_id uuid, id uuid', 'asked')}
      cross join lateral ${discountOn(workspaceId, { column: 'customer_id', id: sql`asked.customer_id` }, place)} found`
  })
  const { rows } = await sql<StoredDiscount & { key: string }>`
    select key, id, discount_bp as "discountBp" from (${sql.join(found, sql` union all `)}) found`.execute(db)
  return new Map(rows.map(({ key, ...discount }) => [key, discount]))
}

const PLACE = 'customer_id uuid, group_id uuid, applies_to text, brand_id uuid, category_id uuid'

/** Inserts discounts in one statement. */
export async function insertDiscounts(trx: WorkspaceContext, discounts: readonly NewDiscount[]): Promise<void> {
  if (discounts.length === 0) return
  const { db, workspaceId } = trx
  const at = await termChangeTime(trx)
  const rows = discounts.map(({ id, discountBp, ...place }) => ({ id, discount_bp: discountBp, ...columns(place) }))
  await sql`
    insert into discount_rule (workspace_id, id, customer_id, group_id, applies_to, brand_id, category_id, discount_bp,
      created_at, updated_at)
    select ${workspaceId}, id, customer_id, group_id, applies_to, brand_id, category_id, discount_bp, ${at}, ${at}
    from ${rowset(rows, `id uuid, discount_bp integer, ${PLACE}`)}`.execute(db)
}

/** Changes existing discounts, whose owners must be locked, in one statement. */
export async function updateDiscounts(trx: WorkspaceContext, discounts: readonly StoredDiscount[]): Promise<void> {
  if (discounts.length === 0) return
  const { db, workspaceId } = trx
  const ids = uuidArray(discounts.map(({ id }) => id))
  const at = await keepPastTerms(trx, 'discount_rule', sql`workspace_id = ${workspaceId} and id = any(${ids})`)
  const rows = discounts.map(({ id, discountBp }) => ({ id, discount_bp: discountBp }))
  await sql`
    update discount_rule r set discount_bp = changed.discount_bp, updated_at = ${at}, version = r.version + 1
    from ${rowset(rows, 'id uuid, discount_bp integer', 'changed')}
    where r.workspace_id = ${workspaceId} and r.id = changed.id`.execute(db)
}

/** Deletes discounts, whose owners must be locked. */
export async function deleteDiscounts(trx: WorkspaceContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = sql<boolean>`workspace_id = ${trx.workspaceId} and id = any(${uuidArray(ids)})`
  await keepPastTerms(trx, 'discount_rule', rows)
  await sql`delete from discount_rule where ${rows}`.execute(trx.db)
}

function columns({ customerId, groupId, appliesTo, brandId, categoryId }: DiscountScopeIds & OwnerIds) {
  return {
    customer_id: customerId,
    group_id: groupId,
    applies_to: appliesTo,
    brand_id: brandId,
    category_id: categoryId,
  }
}

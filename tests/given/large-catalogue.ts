import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { findOrCreateGroups } from '../../server/src/catalogue/groups/brands-and-categories.ts'
import { searchDocument } from '../../server/src/catalogue/search/search-words.ts'
import type { WorkspaceContext } from '../../server/src/context.ts'
import { startDraft } from '../../server/src/pricing/price-changes/price-change-drafts.ts'

/** A few slices, and more than any strategy of a search reads. */
export const PRODUCTS = 12_000

export type LargeCatalogue = { brand: string; draft: string }

/** Products that all have the same common words, by SQL, and a draft with a line for each. */
export async function fillLarge(context: WorkspaceContext): Promise<LargeCatalogue> {
  const { db, workspaceId, clock } = context
  const groups = await findOrCreateGroups(context, { brand: ['Hollin', 'Arc'], category: [] })
  const [hollin, arc] = ['hollin', 'arc'].map((name) => groups.brand.get(name)!.id)
  const words = searchDocument(workspaceId, {
    name: 'common steel plate',
    brand: undefined,
    category: undefined,
    description: 'professional outdoor recyclable certified washable p s o w c b',
  })
  await sql`
    insert into product (workspace_id, id, sku, sku_key, name, name_folded, brand_id, unit_label, min_order_qty,
      availability, active, visibility, details, list_price, search, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), 'PL-' || i, 'pl-' || i, 'Common steel plate ' || (i * 7919) % 4000,
      'common steel plate ' || (i * 7919) % 4000,
      case i % 3 when 0 then ${hollin}::uuid when 1 then ${arc}::uuid end, 'each', 1,
      case when i % 5 = 0 then 'low_stock' else 'in_stock' end, i % 10 <> 0, case when i % 100 = 0 then 'selected' else 'all' end,
      jsonb_build_object('Finish ' || i % 7, 'yes'), case when i % 50 <> 0 then (i * 31) % 2000 end, ${words}::tsvector,
      ${clock()}, ${clock()}
    from generate_series(1, ${PRODUCTS}::integer) i`.execute(db)
  await sql`
    insert into product_change (workspace_id, product_id, changed_at)
    select workspace_id, id, updated_at + list_price * interval '1 microsecond' from product
    where workspace_id = ${workspaceId} and list_price is not null`.execute(db)
  const draft = await startDraft(context, `Draft ${randomUUIDv7()}`)
  await sql`
    insert into price_change_line (workspace_id, price_change_id, product_id, new_price)
    select workspace_id, ${draft}, id, coalesce(list_price, 0) + 10 from product
    where workspace_id = ${workspaceId}`.execute(db)
  await sql`
    update price_change set line_count = ${PRODUCTS}
    where workspace_id = ${workspaceId} and id = ${draft}`.execute(db)
  return { brand: hollin!, draft }
}

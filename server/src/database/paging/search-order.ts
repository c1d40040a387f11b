import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { orderCache, OrderByNumber } from './id-order.ts'
import type { IdOrder } from './id-order.ts'
import type { List, Page, Window } from './list.ts'
import { pageOfIds } from './page-of-ids.ts'
import { pack, unpack } from './packed-rows.ts'
import type { Packed } from './packed-rows.ts'
import type { Search, Tier } from './search-tier.ts'
import { slices } from './slices.ts'

const orders = orderCache()

/** A page of a search with very many matches, by the order of all of them. It is found in slices, and cached. */
export async function orderedPage<Column extends string, Facts>(
  context: WorkspaceContext,
  list: List<Column, Facts>,
  search: Search<Column>,
  { limit, offset }: Window,
): Promise<Page<Column, Facts>> {
  const order = await orders.read(context, list.name, () => searchOrder(context, list, search))
  return pageOfIds(context, list, order.page(offset, limit))
}

/**
 * Reads all rows twice at most: once in the order of the earlier tiers, if they have any, and once in that of the
 * later.
 */
async function searchOrder(context: WorkspaceContext, list: List<any, any>, search: Search<any>): Promise<IdOrder> {
  const bySteps = new OrderByNumber()
  for (const tiers of Map.groupBy(search.tiers, ({ by }) => by).values()) {
    if (!(await mayMatch(context, search, tiers))) continue
    const [{ by, unique }] = tiers as [Tier]
    for await (const slice of slices(context, {
      table: search.table,
      by: { [by]: 'text', ...(!unique && { id: 'uuid' as const }) },
    })) {
      for (const { id, step } of await matchesOf(context, list, { search, tiers, slice })) {
        bySteps.add(id, Number(step))
      }
    }
  }
  return bySteps.order()
}

/** False if no row has such a code; asked of indexes only. */
async function mayMatch({ db, workspaceId }: WorkspaceContext, search: Search<any>, tiers: Tier[]): Promise<boolean> {
  if (tiers.some(({ byWords }) => byWords)) return true
  const found = tiers.map(
    ({ index }) => sql`exists (
      select from ${sql.table(search.table)} p where p.workspace_id = ${workspaceId} and ${index})`,
  )
  const { rows } = await sql<{ found: boolean }>`
    select ${sql.join(found, sql` or `)} as found`.execute(db)
  return rows[0]!.found
}

/** The ids of the matches in a slice, in its order, each with its step. */
async function matchesOf(
  { db }: WorkspaceContext,
  list: List<any, any>,
  { search, tiers, slice }: { search: Search<any>; tiers: Tier[]; slice: RawBuilder<unknown> },
) {
  const { passes } = search
  const ctes = list.ctes.length > 0 ? sql`with ${sql.join(list.ctes)}` : sql``
  const steps = tiers.map(({ index, matches, step }) => sql`when ${index} and ${matches ?? sql`true`} then ${step}`)
  const stepped = sql`
    select p.id, case ${sql.join(steps, sql` `)} end as step from ${slice} p where ${passes ?? sql`true`}`
  const packed = { id: sql`replace(found.id::text, '-', '')`, step: sql`found.step` }
  const { rows } = await sql<Packed<'id' | 'step'>>`
    ${ctes} select ${pack(packed)} from (${stepped}) found where found.step is not null`.execute(db)
  return unpack<'id' | 'step'>(packed, rows[0]!)
}

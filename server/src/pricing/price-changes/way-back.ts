import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { Row } from '../../database/tables.ts'
import { InvalidRequest } from '../../errors.ts'
import { atOneState, slices } from '../../database/paging/index.ts'
import { readPriceChange } from './list-price-changes.ts'

/** Examples in a forecast. */
const EXAMPLES = 5

/** SQL: the price of product `p` goes back to that before the publication of `line`. */
export const goesBack = sql<boolean>`(line.old_price is not null and line.old_price <> line.new_price
  and p.list_price is distinct from line.old_price)`

/** Throws InvalidRequest. */
export function requirePublished(change: Row<'price_change'>): Row<'price_change'> {
  if (change.status === 'published') return change
  throw new InvalidRequest(`"${change.name}" is ${change.status}: it can only be reversed once it is published.`)
}

/** What `draftWayBack` would do. Lines are read in slices. Throws NotFound and InvalidRequest. */
export async function forecastWayBack(context: WorkspaceContext, { id }: { id: string }) {
  const change = requirePublished(await readPriceChange(context, id))
  return (await atOneState(context, () => readWayBack(context, change))).result
}

async function readWayBack(context: WorkspaceContext, change: Row<'price_change'>) {
  const { db, workspaceId } = context
  const found = { lines: 0, changedSince: 0, withoutPrice: 0, examples: [] as Example[] }
  let there = 0
  const walk = {
    table: 'price_change_line',
    where: sql`price_change_id = ${change.id}`,
    by: { product_id: 'uuid' },
  } as const
  for await (const slice of slices(context, walk)) {
    const { rows } = await sql<Slice>`
      select count(*) as there, count(*) filter (where goes) as lines,
        count(*) filter (where goes and other) as "changedSince", count(*) filter (where back is null) as "withoutPrice",
        to_json((array_agg(json_build_object(
          'sku', sku, 'name', name, 'published', published, 'current', current, 'back', back))
          filter (where goes and other))[:${sql.lit(EXAMPLES)}]) as examples
      from (
        select p.sku, p.name, line.new_price as published, p.list_price as current, line.old_price as back,
          ${goesBack} as goes, p.list_price is distinct from line.new_price as other
        from ${slice} line cross join lateral (
          select sku, name, list_price from product
          where workspace_id = ${workspaceId} and id = line.product_id limit 1) p) l`.execute(db)
    const { examples, ...counts } = rows[0]!
    there += Number(counts.there)
    found.lines += Number(counts.lines)
    found.changedSince += Number(counts.changedSince)
    found.withoutPrice += Number(counts.withoutPrice)
    found.examples = [...found.examples, ...(examples ?? [])].slice(0, EXAMPLES)
  }
  const { lines, withoutPrice } = found
  return { ...found, unchanged: there - lines - withoutPrice, deleted: Math.max(0, change.line_count - there) }
}

/** Prices in minor units: the published one, the present one, and that from before. */
type Example = { sku: string; name: string; published: number; current: number | null; back: number }
type Slice = Record<'there' | 'lines' | 'changedSince' | 'withoutPrice', number> & { examples: Example[] | null }

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { findOwner } from '../../customers/term-owner.ts'
import type { NamedOwner } from '../../customers/term-owner.ts'
import { daysOf, timeZoneOf } from './agreed-days.ts'
import type { Days } from './agreed-days.ts'
import type { PlacedPrice } from './agreed-price-placement.ts'
import { agreedPriceVersion } from './agreed-price-rows.ts'
import { fold } from '../../lib/fold.ts'

export const AGREED_PERIODS = ['current', 'future', 'past'] as const
type AgreedPeriod = (typeof AGREED_PERIODS)[number]

type AgreedPriceRow = PlacedPrice &
  Days & {
    productId: string
    sku: string
    name: string
    /** Minor units. */
    listPrice: number | null
    period: AgreedPeriod
    version: string
  }

/** Later words of a search do not count. */
const MOST_WORDS = 10

type Filter = NamedOwner & { q?: string | undefined; period?: AgreedPeriod | undefined }

/**
 * A page of the agreed prices of a customer or price group, by SKU, then quantity, then start, and the number of all that match. Each
 * word of `q` is a part of the SKU or of the product's name. Throws NotFound.
 */
export async function browseAgreedPrices(
  context: WorkspaceContext,
  { q, period, limit, offset, ...named }: Filter & { limit: number; offset: number },
): Promise<{ prices: AgreedPriceRow[]; total: number }> {
  const { db, workspaceId } = context
  const { id, column } = await findOwner(context, named)
  const timeZone = await timeZoneOf(context)
  const words = (q ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
  const conditions = [...words.map(containing), ...(period ? [sql`${periodAt(context.clock())} = ${period}`] : [])]
  const { rows } = await sql<Omit<AgreedPriceRow, 'version'> & { total: number }>`
    with matching as materialized (
      select a.id, a.product_id as "productId", p.sku, p.sku_key, p.name, p.list_price as "listPrice", a.unit,
        a.min_qty as "minQty", a.starts_at as "startsAt", a.ends_at as "endsAt", ${periodAt(context.clock())} as period
      from agreed_price a join product p on p.workspace_id = ${workspaceId} and p.id = a.product_id
      where a.workspace_id = ${workspaceId} and ${sql.ref(`a.${column}`)} = ${id}
        and ${sql.join([...conditions, sql`true`], sql` and `)})
    select page.*, counted.total from (select count(*)::integer as total from matching) counted
    left join (
      select * from matching order by sku_key, "minQty", "startsAt" nulls first, id limit ${limit} offset ${offset}) page
      on true
    order by sku_key, "minQty", "startsAt" nulls first, id`.execute(db)
  const found = rows.filter((row) => row.id !== null)
  return {
    prices: found.map((row) => ({ ...row, ...daysOf(row, timeZone), version: agreedPriceVersion(row) })),
    total: rows[0]!.total,
  }
}

function containing(word: string): RawBuilder<boolean> {
  const part = `%${fold(word).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`(p.sku_key like ${part} or p.name_folded like ${part})`
}

function periodAt(at: Date): RawBuilder<AgreedPeriod> {
  return sql`case when a.starts_at > ${at} then 'future' when a.ends_at <= ${at} then 'past' else 'current' end`
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { comingPrices } from '../pricing/coming-price.ts'
import type { ComingPrice } from '../pricing/coming-price.ts'
import { termsChangedAt } from '../pricing/kinds-of-term.ts'
import type { CustomerTerms } from '../pricing/kinds-of-term.ts'
import { lastScheduled, scheduledPrices } from '../pricing/scheduled-prices.ts'
import type { ScheduledPrices } from '../pricing/scheduled-prices.ts'
import type { PortalSettings } from './portal-settings.ts'

const DAY_MS = 86_400_000

/** What is scheduled for some products within the days that buyers are told ahead. */
export type Ahead = { now: Date; until: Date; scheduled: ScheduledPrices }

/** A field that is left out where the wholesaler tells no coming prices. */
export type WithComing = { coming?: ComingPrice | null }

/** The last moment of which buyers are told the price. */
export function toldUntil(now: Date, { comingDays }: Pick<PortalSettings, 'comingDays'>): Date {
  return new Date(now.getTime() + comingDays * DAY_MS)
}

/** Null where the wholesaler tells no coming prices. */
export async function lookAhead(
  context: WorkspaceContext,
  shown: Pick<PortalSettings, 'comingDays'>,
  productIds: readonly string[],
): Promise<Ahead | null> {
  if (shown.comingDays === 0) return null
  const now = context.clock()
  const until = toldUntil(now, shown)
  return { now, until, scheduled: await scheduledPrices(context, { productIds, until }) }
}

/**
 * For each of some quantities of a product, which ascend, the coming price as a field of an answer; no field where
 * nothing is told ahead.
 */
export function coming(
  ahead: Ahead | null,
  { id, ...priced }: { id: string; listPrice: number | null; terms: CustomerTerms | null },
  quantities: readonly number[],
): WithComing[] {
  if (!ahead) return quantities.map(() => ({}))
  const scheduled = ahead.scheduled.get(id) ?? []
  return comingPrices({ ...priced, scheduled }, quantities, ahead).map((coming) => ({ coming }))
}

/**
 * SQL: the last times at which time alone changed what the pages show: a term of prices started or ended, or a term or a scheduled price comes within the days that buyers are told ahead.
 */
export function shownChangedAt(workspaceId: RawBuilder<string>, at: Date): RawBuilder<string> {
  const until = sql<Date>`(${at}::timestamptz + s.coming_days * interval '24 hours')`
  return sql`concat_ws(' ', ${termsChangedAt(workspaceId, at)}, (
    select greatest(${termsChangedAt(workspaceId, until)}, ${lastScheduled(workspaceId, until)})
    from (select coming_days from portal_settings where workspace_id = ${workspaceId} and coming_days > 0 offset 0) s))`
}

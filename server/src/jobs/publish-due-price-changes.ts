import type { Context } from '../context.ts'
import { Unavailable } from '../errors.ts'
import { inTransaction } from '../database/transaction.ts'
import { holdPriceChange } from '../pricing/price-change-status.ts'
import { publishPriceChange } from '../pricing/publish-price-change.ts'
import type { Row } from '../database/tables.ts'
import { logFailure } from './log-failure.ts'
import type { Log } from './log-failure.ts'

/** Who publishes what was scheduled, as the activity shows it. */
const SCHEDULER = { type: 'system', id: null, name: 'Scheduler' } as const

/** How long a change that could not be published is left alone, in milliseconds. */
const REST_MS = 60_000

type DueChange = Pick<Row<'price_change'>, 'workspace_id' | 'id'>

/**
 * Publishes every scheduled change whose time has come, in each workspace in the order of those times, and returns how
 * many. Any number of processes may do this at once: what one of them is at, the others pass over.
 * A change that cannot be published is logged and tried again in a minute; `resting` keeps until when, by id. The later
 * ones of its workspace wait for it, other workspaces go on.
 */
export async function publishDuePriceChanges(context: Context, log: Log, resting: Map<string, Date>): Promise<number> {
  const now = context.clock()
  const due = await context.db
    .selectFrom('price_change')
    .select(['workspace_id', 'id'])
    .where('status', '=', 'scheduled')
    .where('scheduled_for', '<=', now)
    .orderBy('scheduled_for')
    .orderBy('id')
    .execute()
  const taken = new Set<string>()
  let published = 0
  for (const change of due) {
    if (taken.has(change.workspace_id)) continue
    // No later change goes first: it would be undone by this one.
    if ((resting.get(change.id) ?? now) > now) {
      taken.add(change.workspace_id)
      continue
    }
    try {
      const outcome = await publishIfDue(context, change)
      if (outcome === 'taken') taken.add(change.workspace_id)
      if (outcome === 'published') published += 1
    } catch (error) {
      taken.add(change.workspace_id)
      // It is the database's fault, which may be over in a second.
      if (error instanceof Unavailable) continue
      resting.set(change.id, new Date(now.getTime() + REST_MS))
      logFailure(log, error, 'a price change that is due was not published', {
        workspaceId: change.workspace_id,
        priceChangeId: change.id,
      })
    }
  }
  return published
}

/**
 * The workspace is held meanwhile, for the sake of the order: of two changes that are due for one product, the later
 * one must not be published while another process is still at the earlier one.
 */
function publishIfDue(context: Context, { workspace_id: workspaceId, id }: DueChange) {
  return inTransaction({ ...context, workspaceId, actor: SCHEDULER }, async (trx) => {
    const held = await trx.db
      .selectFrom('workspace')
      .select('id')
      .where('id', '=', workspaceId)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!held) return 'taken'
    // Nobody else moves it from here on.
    await holdPriceChange(trx, id, 'alone')
    const still = await trx.db
      .selectFrom('price_change')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('status', '=', 'scheduled')
      .executeTakeFirst()
    if (!still) return 'gone'
    await publishPriceChange(trx, { id })
    return 'published'
  })
}

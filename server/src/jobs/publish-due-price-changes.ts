import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { Unavailable } from '../errors.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Database, Row } from '../database/tables.ts'
import { lockPriceChange } from '../pricing/price-changes/price-change-status.ts'
import { publishPriceChange } from '../pricing/price-changes/publish-price-change.ts'
import { logFailure } from './run-every.ts'
import type { Log } from './run-every.ts'

/** The actor of scheduled price changes in the activity. */
const SCHEDULER = { type: 'system', id: null, name: 'Scheduler' } as const

/** How long after a failure a change is tried again, in milliseconds. */
const RETRY_MS = 60_000

type DueChange = Pick<Row<'price_change'>, 'workspace_id' | 'id'>

/**
 * Publishes all scheduled changes that are due, in each workspace in the order of their times. Returns how many it
 * published. Several processes may do this at once: each skips the workspaces that another one works on. A failure is
 * logged, and the change is tried again in a minute; `retryAt` has the time by id. Later changes of the same workspace
 * wait for it, other workspaces do not.
 */
export async function publishDuePriceChanges(context: Context, log: Log, retryAt: Map<string, Date>): Promise<number> {
  const now = context.clock()
  const skipped = new Set<string>()
  let published = 0
  for (const change of await dueChanges(context.db, now)) {
    if (skipped.has(change.workspace_id)) continue
    // A later change must not go first: this one would overwrite its prices.
    if ((retryAt.get(change.id) ?? now) > now) {
      skipped.add(change.workspace_id)
      continue
    }
    try {
      const outcome = await publishIfDue(context, change)
      if (outcome === 'locked') skipped.add(change.workspace_id)
      if (outcome === 'published') published += 1
    } catch (error) {
      skipped.add(change.workspace_id)
      // The database is unavailable; that may be over in a second.
      if (error instanceof Unavailable) continue
      retryAt.set(change.id, new Date(now.getTime() + RETRY_MS))
      logFailure(log, error, 'a price change that is due was not published', {
        workspaceId: change.workspace_id,
        priceChangeId: change.id,
      })
    }
  }
  return published
}

function dueChanges(db: Database, now: Date): Promise<DueChange[]> {
  return (
    db
      .selectFrom('price_change')
      .select(['workspace_id', 'id'])
      // No parameter: a prepared statement would not use the index of scheduled changes.
      .where('status', '=', sql.lit('scheduled' as const))
      .where('scheduled_for', '<=', now)
      .orderBy('scheduled_for')
      .orderBy('id')
      .execute()
  )
}

/**
 * Locks the workspace meanwhile, to keep the order. Of two due changes for one product, the later one must not be
 * published while another process publishes the earlier one.
 */
function publishIfDue(context: Context, { workspace_id: workspaceId, id }: DueChange) {
  return inTransaction({ ...context, workspaceId, actor: SCHEDULER }, async (trx) => {
    const locked = await trx.db
      .selectFrom('workspace')
      .select('id')
      .where('id', '=', workspaceId)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!locked) return 'locked'
    // From here on, no other transaction changes its status.
    await lockPriceChange(trx, id, 'exclusive')
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

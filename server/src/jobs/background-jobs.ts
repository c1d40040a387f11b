import type { DatabaseConfig } from '../config.ts'
import type { Context, ImageLibrary } from '../context.ts'
import { removeOldEdits } from '../workspaces/activity/stored-edits.ts'
import { workspacesWithDueImages } from '../catalogue/images/image-copier.ts'
import type { ImageCopier } from '../catalogue/images/image-copier.ts'
import type { ImportWorker } from '../files/import/import-worker.ts'
import { removeOldMails, sendMails } from './mail/send-mails.ts'
import type { SendMail } from './mail/send-mails.ts'
import { logFailure } from './run-every.ts'
import type { Job, Log } from './run-every.ts'
import { removeOldImports } from '../files/import/import-status.ts'
import { forgetAttempts } from '../people/attempts.ts'
import { removeExpiredSessions } from '../people/sessions.ts'
import { sweepImages, sweepIncoming, workspacesWithImages } from '../catalogue/images/store-image.ts'
import { Unavailable } from '../errors.ts'
import { sql } from 'kysely'
import { mailPriceNews, watchedCustomers } from '../portal/watch-prices.ts'
import { askNodes, isCluster } from '../database/cluster.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Database, Row } from '../database/tables.ts'
import { lockPriceChange } from '../pricing/price-changes/list-price-changes.ts'
import { publishPriceChange } from '../pricing/price-changes/publish-price-change.ts'

/**
 * The background jobs of a serving process. Without `sendMail`, mail stays in the outbox. On the embedded database,
 * they include the maintenance that a server does itself. What this process writes wakes them: the longer pause is for
 * what others leave, such as a command on a server or a process that was killed. An idle process looks less than once a
 * second in all.
 */
export function backgroundJobs(
  context: Context,
  engine: DatabaseConfig['engine'],
  { images, imports }: { images: { copier: ImageCopier; library: ImageLibrary }; imports: ImportWorker },
  sendMail?: SendMail,
): Job[] {
  const retryAt = new Map<string, Date>()
  const everywhere: Job[] = [
    {
      name: 'publish-due-price-changes',
      pauseMs: 2_000,
      work: (log) => publishDuePriceChanges(context, log, retryAt),
    },
    { name: 'flush-pending-words', pauseMs: 60_000, pauseAfterWriteMs: 1_000, work: () => flushPendingWords(context) },
    { name: 'copy-due-images', pauseMs: 10_000, pauseAfterWriteMs: 1_000, work: imageStarter(context, images.copier) },
    {
      name: 'work-on-imports',
      pauseMs: 10_000,
      pauseAfterWriteMs: 100,
      work: (log) => imports.start((error) => logFailure(log, error, 'an import failed')),
    },
    {
      name: 'remove-unused-images',
      pauseMs: 3_600_000,
      work: () => removeUnusedImages(context, images.library),
    },
    { name: 'analyze-grown', pauseMs: 10_000, pauseAfterWriteMs: 250, work: () => analyzeGrown(context) },
    { name: 'mail-price-news', pauseMs: 600_000, work: (log) => mailAllPriceNews(context, log) },
    { name: 'remove-expired', pauseMs: 3_600_000, work: () => removeExpired(context) },
    ...(sendMail ? [mailJob(context, sendMail)] : []),
  ]
  if (engine === 'postgres') return everywhere
  const waiting: WaitingTables = new Map()
  return [
    ...everywhere,
    { name: 'vacuum-embedded', pauseMs: 60_000, work: () => vacuumEmbedded(context, waiting) },
    { name: 'checkpoint-embedded', pauseMs: 60_000, pauseAfterWriteMs: 250, work: () => checkpointEmbedded(context) },
  ]
}

/** The log names no address: the message of an SMTP server may. */
function mailJob(context: Context, send: SendMail): Job {
  const work: Job['work'] = (log) =>
    sendMails(context, send, ({ code, responseCode }) => log.error({ code, responseCode }, 'a mail was not sent'))
  return { name: 'send-mails', pauseMs: 10_000, pauseAfterWriteMs: 1_000, work }
}

async function removeExpired(context: Context): Promise<void> {
  await removeExpiredSessions(context)
  await forgetAttempts(context)
  await removeOldMails(context)
  await removeOldImports(context)
  await removeOldEdits(context)
}

/** Removes the images that no product has had for a week. Returns how many. */
async function removeUnusedImages(context: Context, images: ImageLibrary): Promise<number> {
  await sweepIncoming(images)
  let removed = 0
  for (const workspaceId of await workspacesWithImages(context)) {
    removed += await sweepImages(context, images, workspaceId)
  }
  return removed
}

/**
 * Starts to copy the images that are due, of as many workspaces as there is room for. The next run goes on behind them.
 * Does not wait for the images: some servers are slow. Returns in how many workspaces.
 */
function imageStarter(context: Context, copier: ImageCopier): Job['work'] {
  let after: string | undefined
  return async (log) => {
    const limit = copier.room
    if (limit === 0) return 0
    const workspaces = await workspacesWithDueImages(context, { after, limit })
    after = workspaces.length < limit ? undefined : workspaces.at(-1)
    for (const workspaceId of workspaces) {
      copier.start(workspaceId, (error) => {
        // An outage of the database is logged elsewhere, once.
        if (!(error instanceof Unavailable)) logFailure(log, error, 'an image was not copied', { workspaceId })
      })
    }
    return workspaces.length
  }
}

/**
 * Flushes the GIN pending list of the search index. Postgres adds the words of new products to this list first, up to
 * some thousand products, and every search scans all of it. Postgres flushes the list only when it is full, or by a
 * vacuum. Returns the pages that the list had.
 */
export async function flushPendingWords({ db }: Pick<Context, 'db'>): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select gin_clean_pending_list('product_search'::regclass) as pages`.execute(db)
  return rows[0]!.pages
}

/** Bytes of the write-ahead log after which a checkpoint is due. */
const MAX_LOGGED = 16 * 1_048_576

/**
 * Runs checkpoints on the embedded database, which has no checkpointer process. A checkpoint keeps the write-ahead log
 * small, and crash recovery short. It blocks the process for some 50 ms; after more log, for longer. Returns whether
 * one was due.
 */
export async function checkpointEmbedded({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const { rows } = await sql<{ logged: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::bigint as logged from pg_control_checkpoint()`.execute(db)
  if (rows[0]!.logged < MAX_LOGGED) return false
  await sql`checkpoint`.execute(db)
  return true
}

const NEWS = { type: 'system', id: null, name: 'Price mails' } as const

/** Mails buyers who want it which of their prices have changed, each customer once a week at most. */
export async function mailAllPriceNews(context: Context, log: Log): Promise<void> {
  for (const { workspaceId, customerId } of await watchedCustomers(context)) {
    try {
      await mailPriceNews({ ...context, workspaceId, customerId, actor: NEWS })
    } catch (error) {
      // An outage of the database is logged elsewhere, once; the claim ends in an hour.
      if (error instanceof Unavailable) return
      logFailure(log, error, 'a mail about prices was not made', { workspaceId, customerId })
    }
  }
}

/** Rows from which on a table is analyzed. */
const MIN_ROWS = 250

/**
 * Analyzes tables that have 250 rows, and then those whose rows have doubled since, so that plans for few rows are
 * replaced: whoever has one prepared plans anew. Autovacuum does that too, but only every minute, and on some servers
 * never. A growing table is analyzed a few times only, each time from a sample of limited size. Tables that this role
 * may not analyze, or that another session has locked, are skipped. Returns the analyzed tables; on a Citus cluster,
 * where each node analyzes its own shards, none.
 */
export async function analyzeGrown({ db }: Pick<Context, 'db'>): Promise<string[]> {
  if (await isCluster(db)) {
    await askNodes(db, ANALYZE_SHARDS)
    return []
  }
  const { rows } = await sql<{ name: string }>`${sql.raw(GROWN)}`.execute(db)
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(db)
  return rows.map(({ name }) => name)
}

/** What this session has written counts from the next time on. */
const GROWN = `
  select c.relname as name
  from pg_stat_force_next_flush() flushed
  cross join pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and pg_has_role(c.relowner, 'usage')
    and pg_stat_get_live_tuples(c.oid) >= greatest(${MIN_ROWS}, 2 * c.reltuples)
  order by c.relname`

/** Citus hides its shards from those who do not ask for them. */
const ANALYZE_SHARDS = `do $$ declare shard text; begin
  perform set_config('citus.override_table_visibility', 'off', true);
  for shard in ${GROWN} loop execute format('analyze (skip_locked) %I', shard); end loop; end $$`

/** Pages of a table that is vacuumed within some milliseconds. */
const SMALL = 500
/** The most dead rows with which a large table waits: 100,000 products leave as many when all of them change twice. */
const MAX_DEAD = 200_000
/** How long a large table waits at most, in milliseconds. */
const MAX_WAIT_MS = 3_600_000

/** The large tables that wait: since when, and how many rows had been written when the job last looked. */
export type WaitingTables = Map<string, { since: Date; written: number }>

type DueTable = { name: string; written: number; mayWait: boolean }

/**
 * Vacuums and analyzes tables of the embedded database, which has no autovacuum process, by the thresholds of
 * autovacuum. That frees the space of dead rows, updates the planner's statistics, and allows index-only scans.
 *
 * A vacuum of 100,000 products blocks the process for a second, and for four where all of them were deleted. So a large
 * table waits for a pause: until nothing was written to it between two runs of this job. Returns the vacuumed tables.
 */
export async function vacuumEmbedded(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  waiting: WaitingTables,
): Promise<string[]> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows: due } = await sql<DueTable>`
    select s.relname as name, s.n_tup_ins + s.n_tup_upd + s.n_tup_del as written,
      c.relpages > ${SMALL} and s.n_dead_tup <= ${MAX_DEAD} as "mayWait"
    from pg_stat_user_tables s
    join pg_class c on c.oid = s.relid
    cross join lateral (select greatest(c.reltuples, 0) as count) rows
    where s.n_dead_tup > 50 + 0.2 * rows.count
      or s.n_ins_since_vacuum > 1000 + 0.2 * rows.count
      or s.n_mod_since_analyze > 50 + 0.1 * rows.count`.execute(db)
  const now = due.filter((table) => !waits(table, waiting, clock()))
  for (const { name } of now) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
  return now.map(({ name }) => name)
}

/** Whether the table waits for a later run. */
function waits({ name, written, mayWait }: DueTable, waiting: WaitingTables, now: Date): boolean {
  const { since, written: writtenBefore } = waiting.get(name) ?? { since: now, written: undefined }
  const isPaused = written === writtenBefore
  if (mayWait && !isPaused && now.getTime() - since.getTime() < MAX_WAIT_MS) {
    waiting.set(name, { since, written })
    return true
  }
  waiting.delete(name)
  return false
}

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

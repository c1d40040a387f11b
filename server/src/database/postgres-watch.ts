import { CompiledQuery } from 'kysely'
import postgres from 'postgres'
import { OutageLog } from './outage-log.ts'
import type { PostgresPool } from './postgres-pool.ts'
import { PostgresSession } from './postgres-session.ts'

/** How often to look, in milliseconds. */
const LOOK_MS = 1_000
/** A statement without an answer for this time is asked after, in milliseconds. */
const SILENCE_MS = 5_000
/** How long the server may take to say what it is doing, in milliseconds. */
const ASK_LIMIT_MS = 5_000

/**
 * Drops connections on which no answer will come: a statement may take minutes, so none is given up for its length, but
 * for what the server says, on another connection, of the process that should be working on it. A server that does not
 * answer this either has stopped, and all that wait for it are told.
 */
export function watchSessions(url: string, pools: PostgresPool[]): { stop: () => void } {
  let asking = false
  const look = async () => {
    const silent = pools.flatMap(({ sessions }) => [...sessions]).filter((session) => session.silence() > SILENCE_MS)
    if (asking || silent.length === 0) return
    asking = true
    const lost = await lostSessions(url, silent)
    // One that has been heard of meanwhile is well.
    for (const session of lost) if (session.silence() > SILENCE_MS) session.discard()
    asking = false
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  return { stop: () => clearInterval(timer.unref()) }
}

async function lostSessions(url: string, silent: PostgresSession[]): Promise<PostgresSession[]> {
  let asker: PostgresSession | undefined
  const limit = setTimeout(() => asker?.discard(), ASK_LIMIT_MS)
  try {
    asker = await PostgresSession.open(url, new OutageLog())
    const { rows } = await asker.executeQuery<{ pid: number }>(
      CompiledQuery.raw(`select pid from pg_stat_activity where state not like 'idle%'`),
    )
    const working = new Set(rows.map(({ pid }) => pid))
    return silent.filter(({ pid }) => !working.has(pid))
  } catch (error) {
    // It refuses us, so it lives.
    return isServerError(error) ? [] : silent
  } finally {
    clearTimeout(limit)
    asker?.discard()
  }
}

function isServerError(error: unknown): boolean {
  return error instanceof postgres.PostgresError || (error as Error).cause instanceof postgres.PostgresError
}

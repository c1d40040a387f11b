import { CompiledQuery } from 'kysely'
import postgres from 'postgres'
import { OutageLog } from './outage-log.ts'
import type { PostgresServers } from './postgres-servers.ts'
import type { PostgresSession } from './postgres-session.ts'

/** How often to check, in milliseconds: of several servers, all are asked each time. */
const CHECK_EVERY_MS = { alone: 500, oneOfSeveral: 1_000 }
/** A session is taken for dead when a statement has had no answer for this time, in milliseconds, and a check fails. */
const SILENCE_MS = 5_000
/** How long the server may take to answer the check, in milliseconds. */
const CHECK_LIMIT_MS = 5_000

/**
 * Detects dead connections. A statement may take minutes, so there is no timeout. Instead, another connection asks the
 * server whether the process of a silent session is still working. Where not, the session is discarded. A server that
 * does not answer the check has stopped; then all silent sessions are discarded. Of several servers, the check also
 * finds a newer primary: an old one that still runs would answer reads for ever.
 */
export function watchSessions(servers: PostgresServers): { stop: () => void } {
  let checking = false
  const check = async () => {
    const silent = servers.sessions.filter((session) => session.unansweredMs() > SILENCE_MS)
    if (checking || (silent.length === 0 && !servers.areSeveral)) return
    checking = true
    const dead = await deadSessions(servers, silent)
    // A session that has had an answer meanwhile is alive.
    for (const session of dead) if (session.unansweredMs() > SILENCE_MS) session.discard()
    checking = false
  }
  const everyMs = servers.areSeveral ? CHECK_EVERY_MS.oneOfSeveral : CHECK_EVERY_MS.alone
  const timer = setInterval(() => void check(), everyMs)
  return { stop: () => clearInterval(timer.unref()) }
}

async function deadSessions(servers: PostgresServers, silent: PostgresSession[]): Promise<PostgresSession[]> {
  let probe: PostgresSession | undefined
  const limit = setTimeout(() => probe?.discard(), CHECK_LIMIT_MS)
  try {
    probe = await servers.open(new OutageLog(), { looksAtAll: true })
    const { rows } = await probe.executeQuery<{ pid: number }>(
      CompiledQuery.raw(`select pid from pg_stat_activity where state not like 'idle%'`),
    )
    const working = new Set(rows.map(({ pid }) => pid))
    return silent.filter(({ pid }) => !working.has(pid))
  } catch (error) {
    // The server refuses the connection, so it is running.
    return isServerError(error) ? [] : silent
  } finally {
    clearTimeout(limit)
    probe?.discard()
  }
}

function isServerError(error: unknown): boolean {
  return error instanceof postgres.PostgresError || (error as Error).cause instanceof postgres.PostgresError
}

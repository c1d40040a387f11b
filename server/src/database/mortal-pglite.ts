import { closeSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'

/** The status with which a statement that fails jumps back into the loop over messages. */
const JUMP = 100
const RUN_ONCE = '_PostgresMainLoopOnce'
/** What PGlite calls after the loop. */
const FINISH = ['_PostgresSendReadyForQueryIfNecessary', '_pgl_pq_flush'] as const

type Postgres = Record<typeof RUN_ONCE | (typeof FINISH)[number], () => void> & {
  /** PGlite calls it with every error, outside of what catches errors. */
  stackRestore: (stack: number) => void
  FS: { streams: ({ nfd?: number } | null)[] }
}

/** A database that may have died. */
export type MortalPglite = {
  pglite: PGlite
  /** What it died of; undefined while it lives. */
  causeOfDeath: () => unknown
  /** Closes the files that it had open. */
  bury: () => void
}

/**
 * Lets the Postgres in PGlite die. Postgres aborts where it cannot keep its word, as when its log does not reach the
 * disk; PGlite then calls it again, for ever, and nothing else happens in the process. With this, the call fails.
 */
export function letDie(pglite: PGlite): MortalPglite {
  const postgres = pglite.Module as unknown as Postgres
  let cause: unknown
  const runOnce = postgres[RUN_ONCE]
  postgres[RUN_ONCE] = () => {
    try {
      runOnce()
    } catch (error) {
      if ((error as { status?: number }).status !== JUMP) cause = error
      throw error
    }
  }
  const restore = postgres.stackRestore
  postgres.stackRestore = (stack) => {
    if (cause) throw cause
    restore(stack)
  }
  for (const name of FINISH) {
    const finish = postgres[name]
    postgres[name] = () => {
      if (!cause) finish()
    }
  }
  return { pglite, causeOfDeath: () => cause, bury: () => closeFiles(pglite) }
}

/** Closes what a database that is not alive has open; it would stay so, and keep the space of files that are removed. */
export function closeFiles(pglite: PGlite): void {
  const { FS } = pglite.Module as unknown as Postgres
  const files = new Set(FS.streams.map((stream) => stream?.nfd))
  for (const file of files) if (file !== undefined && file > 2) closeSync(file)
}

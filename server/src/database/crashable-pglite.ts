import { closeSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'

/** Exit status of the longjmp with which Postgres leaves a failed statement. */
const LONGJMP = 100
const RUN_ONCE = '_PostgresMainLoopOnce'
/** Functions that PGlite calls after the message loop. */
const FINISH = ['_PostgresSendReadyForQueryIfNecessary', '_pgl_pq_flush'] as const

type Postgres = Record<typeof RUN_ONCE | (typeof FINISH)[number], () => void> & {
  /** PGlite calls it after every error, outside of any `try`. */
  stackRestore: (stack: number) => void
  FS: { streams: ({ nfd?: number } | null)[] }
}

/** A database that may have crashed. */
export type CrashablePglite = ReturnType<typeof failOnPanic>

/**
 * Makes calls fail after a panic of Postgres. Postgres panics where it cannot guarantee a commit, as when its
 * write-ahead log does not reach the disk. PGlite would then call it again in an endless loop, which blocks the whole
 * process.
 */
export function failOnPanic(pglite: PGlite) {
  const postgres = pglite.Module as unknown as Postgres
  let cause: unknown
  const runOnce = postgres[RUN_ONCE]
  postgres[RUN_ONCE] = () => {
    try {
      runOnce()
    } catch (error) {
      if ((error as { status?: number }).status !== LONGJMP) cause = error
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
  return {
    pglite,
    /** The error of the panic; undefined while the database runs. */
    panicCause: () => cause,
    closeFiles: () => closeFiles(pglite),
  }
}

/** Closes the files of a crashed database. Open files would keep the disk space of those that are removed. */
export function closeFiles(pglite: PGlite): void {
  const { FS } = pglite.Module as unknown as Postgres
  const files = new Set(FS.streams.map((stream) => stream?.nfd))
  for (const file of files) if (file !== undefined && file > 2) closeSync(file)
}

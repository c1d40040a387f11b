import {
  existsSync,
  statfsSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join, dirname } from 'node:path'
import { OperatorError } from '../errors.ts'
import { ownFolder } from './own-folder.ts'
import type { OwnedFolder } from './own-folder.ts'
import { unavailable } from './unavailability.ts'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { SESSION_SETTINGS } from './session-settings.ts'

/** How long the circuit breaker stays open, in milliseconds. An attempt takes up to a second of processor time. */
const RETRY_MS = 3_000

/** The size of a file of the write-ahead log. Postgres does not start without space for one. */
const WAL_FILE_BYTES = 16 * 1_048_576

/**
 * The database in a folder that this process owns. After a crash, such as for lack of disk space, it is reopened. A
 * circuit breaker limits attempts: after a failed one, callers are refused at once until the next attempt is due.
 */
export class EmbeddedDatabase {
  #folder: OwnedFolder
  #database: CrashablePglite | undefined
  /** The open circuit: why the last attempt failed, and when the next one is due. */
  #openCircuit: { cause: unknown; until: number } | undefined

  private constructor(folder: OwnedFolder) {
    this.#folder = folder
  }

  /** Opens the database in the folder. The folder is released on close, or where the database does not open. */
  static async open(folder: OwnedFolder): Promise<EmbeddedDatabase> {
    const database = new EmbeddedDatabase(folder)
    try {
      database.#database = await database.#open()
      return database
    } catch (error) {
      folder.release()
      throw new OperatorError(`The database in ${folder.dataDir} does not open: ${(error as Error).message}`)
    }
  }

  /**
   * Returns the open database; reopens it after a crash. Throws Unavailable where that fails. Never call it
   * concurrently.
   */
  async reopenIfCrashed(): Promise<CrashablePglite> {
    if (this.#database && !this.#database.panicCause()) return this.#database
    if (this.#openCircuit && performance.now() < this.#openCircuit.until) throw unavailable(this.#openCircuit.cause)
    try {
      this.#database?.closeFiles()
      this.#database = undefined
      this.#reclaimFolder()
      this.#database = await this.#open()
      this.#openCircuit = undefined
      return this.#database
    } catch (error) {
      const cause = this.#explain(error)
      this.#openCircuit = { cause, until: performance.now() + RETRY_MS }
      throw unavailable(cause)
    }
  }

  async close(): Promise<void> {
    if (this.#database && !this.#database.panicCause()) await this.#database.pglite.close()
    this.#folder.release()
  }

  async #open(): Promise<CrashablePglite> {
    return failOnPanic(await openDurablePglite(this.#folder.databaseDir))
  }

  /**
   * The folder may have been removed or restored meanwhile. A missing database must not be replaced by a new, empty
   * one.
   */
  #reclaimFolder(): void {
    if (!existsSync(join(this.#folder.databaseDir, 'PG_VERSION'))) {
      throw Object.assign(new Error(`There is no database in ${this.#folder.dataDir}.`), { code: 'ENOENT' })
    }
    if (this.#folder.isOurs()) return
    this.#folder.release()
    this.#folder = ownFolder(this.#folder.dataDir)
  }

  /** Finds out whether the disk is full: the error itself does not say so. */
  #explain(error: unknown): unknown {
    const { dataDir } = this.#folder
    const { bavail, bsize } = statfsSync(existsSync(dataDir) ? dataDir : '.')
    if (bavail * bsize > WAL_FILE_BYTES) return error
    return Object.assign(new Error(`There is no space left for ${dataDir}.`, { cause: error }), {
      code: 'ENOSPC',
    })
  }
}

const INT8 = 20

const SETTINGS = [
  'fsync=on',
  'wal_sync_method=fsync',
  // A statement is planned once: planning takes longer than execution.
  'plan_cache_mode=force_generic_plan',
  // Instead of 128 MB: it is no slower, also with a database five times as large, and this memory is the process's own.
  'shared_buffers=32MB',
  // An analysis blocks the process: it reads 1,500 rows, instead of 30,000. Plans do not rest on the details.
  'default_statistics_target=5',
  // The timer of this setting would keep a closed instance in memory.
  'log_startup_progress_interval=0',
]

/**
 * Opens the embedded database so that an acknowledged commit survives a power cut.
 *
 * PGlite starts Postgres with `-F`, which turns fsync off, and mounts a file system without fsync. This function drops
 * the flag, and adds fsync before Postgres starts, so that a recovery is synced too. It also syncs a new database.
 */
async function openDurablePglite(dataDir: string): Promise<PGlite> {
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await createDatabase(dataDir)
  // This process has the folder's lock, so the file is stale. A truncated one would keep Postgres from starting.
  rmSync(join(dataDir, 'postmaster.pid'), { force: true })
  const pglite = new PGlite({
    fs: new SyncingFolder(dataDir),
    parsers: { [INT8]: Number },
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      ...SETTINGS.flatMap((setting) => ['-c', setting]),
    ],
  })
  try {
    await pglite.waitReady
    await pglite.query(`select ${SESSION_SETTINGS}`)
  } catch (error) {
    closeFiles(pglite)
    throw error
  }
  return pglite
}

/** Creates the database under another name and renames it at the end, so that an incomplete one is never opened. */
async function createDatabase(dataDir: string): Promise<void> {
  const making = `${dataDir}.new`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true, mode: 0o700 })
  await (await PGlite.create(making)).close()
  for (const entry of readdirSync(making, { recursive: true, encoding: 'utf8' })) sync(join(making, entry))
  sync(making)
  renameSync(making, dataDir)
  sync(dirname(dataDir))
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/** PGlite's mounted folder, with fsync added. */
class SyncingFolder extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } }
  }
}

/** The number of EIO in the C library that Postgres is built with. */
const EIO = 29

type Mounted = {
  FS: { ErrnoError: new (code: number) => Error }
  NODEFS: { stream_ops: { fsync?: (file: { nfd: number }) => number } }
}

function addFsync(module: object): void {
  const { FS, NODEFS } = module as Mounted
  NODEFS.stream_ops.fsync = ({ nfd }) => {
    try {
      fsyncSync(nfd)
      return 0
    } catch {
      // Postgres panics then, rather than acknowledge a commit that may not be on disk.
      throw new FS.ErrnoError(EIO)
    }
  }
}

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
function failOnPanic(pglite: PGlite) {
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
function closeFiles(pglite: PGlite): void {
  const { FS } = pglite.Module as unknown as Postgres
  const files = new Set(FS.streams.map((stream) => stream?.nfd))
  for (const file of files) if (file !== undefined && file > 2) closeSync(file)
}

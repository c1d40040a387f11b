import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../errors.ts'
import { openDurablePglite } from './durable-pglite.ts'
import { failOnPanic } from './crashable-pglite.ts'
import type { CrashablePglite } from './crashable-pglite.ts'
import { ownFolder } from './own-folder.ts'
import type { OwnedFolder } from './own-folder.ts'
import { unavailable } from './unavailability.ts'

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

import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../errors.ts'
import { openDurablePglite } from './durable-pglite.ts'
import { letDie } from './mortal-pglite.ts'
import type { MortalPglite } from './mortal-pglite.ts'
import { ownFolder } from './own-folder.ts'
import type { OwnedFolder } from './own-folder.ts'
import { unavailable } from './unavailability.ts'

/** How soon a database that does not open is tried again, in milliseconds: each time takes up to a second of the processor. */
const RETRY_MS = 3_000

/** Of each file of the database's log; without the space for one it does not start. */
const LOG_FILE_BYTES = 16 * 1_048_576

/** The database in a folder that this process owns. Where it dies, as for want of space, it is opened again. */
export class EmbeddedDatabase {
  #folder: OwnedFolder
  #database: MortalPglite | undefined
  /** Why it did not open the last time, and when to try again. */
  #refusal: { cause: unknown; until: number } | undefined

  private constructor(folder: OwnedFolder) {
    this.#folder = folder
  }

  /** Opens the database in the folder, which is released when it is closed, or does not open. */
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

  /** The database, open. Throws Unavailable while it does not open. Not for two callers at once. */
  async alive(): Promise<MortalPglite> {
    if (this.#database && !this.#database.causeOfDeath()) return this.#database
    if (this.#refusal && performance.now() < this.#refusal.until) throw unavailable(this.#refusal.cause)
    try {
      this.#database?.bury()
      this.#database = undefined
      this.#takeFolderAgain()
      this.#database = await this.#open()
      this.#refusal = undefined
      return this.#database
    } catch (error) {
      const cause = this.#explain(error)
      this.#refusal = { cause, until: performance.now() + RETRY_MS }
      throw unavailable(cause)
    }
  }

  async close(): Promise<void> {
    if (this.#database && !this.#database.causeOfDeath()) await this.#database.pglite.close()
    this.#folder.release()
  }

  async #open(): Promise<MortalPglite> {
    return letDie(await openDurablePglite(this.#folder.databaseDir))
  }

  /** It may have been removed, or put back from a backup; where there is none, a new one would be made, and be empty. */
  #takeFolderAgain(): void {
    if (!existsSync(join(this.#folder.databaseDir, 'PG_VERSION'))) {
      throw Object.assign(new Error(`There is no database in ${this.#folder.dataDir}.`), { code: 'ENOENT' })
    }
    if (this.#folder.isOurs()) return
    this.#folder.release()
    this.#folder = ownFolder(this.#folder.dataDir)
  }

  /** What does not open says little of why. */
  #explain(error: unknown): unknown {
    const { dataDir } = this.#folder
    const { bavail, bsize } = statfsSync(existsSync(dataDir) ? dataDir : '.')
    if (bavail * bsize > LOG_FILE_BYTES) return error
    return Object.assign(new Error(`There is no space left for ${dataDir}.`, { cause: error }), {
      code: 'ENOSPC',
    })
  }
}

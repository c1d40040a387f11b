import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../errors.ts'

const SQLITE_BUSY = 5

/** Another process has the data folder open. */
export class FolderInUse extends OperatorError {}

export type OwnedFolder = {
  dataDir: string
  databaseDir: string
  /** Whether what is at the path now is what we own; it may have been removed or replaced. */
  isOurs: () => boolean
  release: () => void
}

/** The folder's Unix socket, on which its owner runs commands for other processes of the same user. */
export function socketPath(dataDir: string): string {
  return join(resolve(dataDir), 'command.sock')
}

/** Where in the data folder the database is. */
export function databaseFolder(dataDir: string): string {
  return join(resolve(dataDir), 'database')
}

/**
 * Makes this process the only one that may open the data folder, until `release` or its end, however it ends.
 *
 * The lock is SQLite's lock on a file of its own: the one lock in Node that the kernel drops with its holder, so that
 * a killed process leaves nothing behind to clean up, and two that start at once cannot both win.
 * Throws FolderInUse where another process has it, an OperatorError where the folder cannot be made.
 */
export function ownFolder(dataDir: string): OwnedFolder {
  const databaseDir = databaseFolder(dataDir)
  let lock: DatabaseSync | undefined
  try {
    // Private from the start; a folder that was there keeps the mode that its user gave it.
    mkdirSync(databaseDir, { recursive: true, mode: 0o700 })
    const lockFile = join(dataDir, 'owner.lock')
    // Where others may look into the folder, they could still hold up its owner by locking a file that they can read.
    closeSync(openSync(lockFile, 'a', 0o600))
    const held = new DatabaseSync(lockFile)
    lock = held
    held.exec('begin exclusive')
    const { ino } = statSync(lockFile)
    return {
      dataDir,
      databaseDir,
      isOurs: () => statSync(lockFile, { throwIfNoEntry: false })?.ino === ino,
      release: () => {
        if (held.isOpen) held.close()
      },
    }
  } catch (error) {
    lock?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) {
      throw new FolderInUse(`The data folder ${dataDir} is in use by another process.`)
    }
    throw new OperatorError(`The data folder ${dataDir} cannot be used: ${(error as Error).message}.`)
  }
}

import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../errors.ts'

const SQLITE_BUSY = 5

/** Another process has the data folder open. */
export class FolderInUse extends OperatorError {}

export type OwnedFolder = ReturnType<typeof ownFolder>

/** The Unix socket on which the owner runs commands for other processes of the same user. */
export function socketPath(dataDir: string): string {
  return join(resolve(dataDir), 'command.sock')
}

export function databaseFolder(dataDir: string): string {
  return join(resolve(dataDir), 'database')
}

/**
 * Locks the data folder for this process, until `release` or the end of the process.
 *
 * SQLite's file lock is the only lock in Node that the kernel releases when its process ends. So a killed process
 * leaves no stale lock, and two processes that start at once cannot both get it. Throws FolderInUse where another
 * process has the lock, and an OperatorError where the folder cannot be made.
 */
export function ownFolder(dataDir: string) {
  const databaseDir = databaseFolder(dataDir)
  let lock: DatabaseSync | undefined
  try {
    // A new folder is private; an existing one keeps its mode.
    mkdirSync(databaseDir, { recursive: true, mode: 0o700 })
    const lockFile = join(dataDir, 'owner.lock')
    // The lock file is private in any case: another user who can read it could lock it.
    closeSync(openSync(lockFile, 'a', 0o600))
    const held = new DatabaseSync(lockFile)
    lock = held
    held.exec('begin exclusive')
    const { ino } = statSync(lockFile)
    return {
      dataDir,
      databaseDir,
      /** Whether the folder at the path is still ours; it may have been removed or replaced. */
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

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { openDatabase, openFolder } from '../../database/open.ts'
import type { Store } from '../../database/open.ts'
import { databaseFolder, FolderInUse, ownFolder } from '../../database/own-folder.ts'
import { writeBackup, refuseExisting } from './write-backup.ts'

const COPY = 'copy-'

/** Asks the process that owns a folder to copy its database into another folder. */
type CopyThroughOwner = (folders: { from: string; into: string }) => Promise<unknown>

/**
 * Backs up the configured database. Where another process has it open, `copyThroughOwner` is called.
 * Throws an OperatorError where that fails.
 */
export async function backUp(
  config: Config,
  target: Omit<Parameters<typeof writeBackup>[1], 'engine'>,
  copyThroughOwner: CopyThroughOwner,
) {
  // Checked before the copy, which may take long.
  await refuseExisting(target.file)
  await using cleanup = new AsyncDisposableStack()
  const store = await openOrCopy(config, cleanup, copyThroughOwner)
  cleanup.defer(store.close)
  const { engine } = config.database
  return await writeBackup({ db: store.db, clock: () => new Date() }, { ...target, engine })
}

/** A folder in use is copied by its owner, which keeps serving requests. The backup is then made from the copy. */
async function openOrCopy(
  config: Config,
  cleanup: AsyncDisposableStack,
  copyThroughOwner: CopyThroughOwner,
): Promise<Store> {
  try {
    return await openDatabase(config.database)
  } catch (error) {
    if (!(error instanceof FolderInUse) || config.database.engine !== 'embedded') throw error
  }
  const { dataDir } = config.database
  removeAbandonedCopies(dataDir)
  const copy = mkdtempSync(join(dataDir, COPY))
  cleanup.defer(() => rmSync(copy, { recursive: true, force: true }))
  const folder = ownFolder(copy)
  await copyThroughOwner({ from: databaseFolder(dataDir), into: folder.databaseDir })
  return openFolder(folder)
}

/** Removes the copies of killed commands. */
function removeAbandonedCopies(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(COPY))) {
    const copy = join(dataDir, name)
    try {
      ownFolder(copy).release()
      rmSync(copy, { recursive: true })
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
    }
  }
}

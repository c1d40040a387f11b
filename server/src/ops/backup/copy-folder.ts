import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, stat, statfs, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { OperatorError } from '../../errors.ts'

/** The replication slot keeps the write-ahead log during the copy. Its name allows one copy at a time. */
const SLOT = 'trade_catalogue_copy'
/** SQLSTATE of a duplicate name. */
const DUPLICATE = '42710'
/** The write-ahead log is copied at the end. Replication slots must not be copied. */
const LEFT_OUT = /^(pg_wal\/.|pg_replslot\/.|postmaster\.pid$)/
/** Free space that the service itself may need during the copy, in bytes. */
const MARGIN = 256 * 1_048_576
const MEGABYTE = 1_048_576

type Folders = { from: string; into: string }

/**
 * Copies the folder of the embedded database while it is in use, like Postgres's own base backups. It copies the files
 * as they are, and then the write-ahead log, from which recovery restores the state at the end of the copy. Statements
 * wait for a checkpoint at the start, and for nothing else. Throws an OperatorError where another copy is in progress,
 * or the disk has no room for one.
 */
export async function copyFolder({ db }: Pick<Context, 'db'>, folders: Folders): Promise<{ bytes: number }> {
  await using cleanup = new AsyncDisposableStack()
  await sql`select pg_create_physical_replication_slot(${SLOT}, true, true)`
    .execute(db)
    .catch((error: { code?: string }) => {
      throw error.code === DUPLICATE ? new OperatorError('Another backup is being made: wait for its end.') : error
    })
  cleanup.defer(async () => void (await sql`select pg_drop_replication_slot(${SLOT})`.execute(db)))

  const { rows: started } = await sql<{ log: string }>`
    select pg_walfile_name(pg_backup_start(${SLOT}, true)) as log`.execute(db)
  const stop = async () => {
    const { rows } = await sql<{ label: string; log: string }>`
      select labelfile as label, pg_walfile_name(lsn) as log from pg_backup_stop(false)`.execute(db)
    return rows[0]!
  }
  const bytes = await copyFiles(folders).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const stopped = await stop()

  await writeFile(join(folders.into, 'backup_label'), stopped.label)
  await copyLog(folders, started[0]!.log, stopped.log)
  return { bytes }
}

async function copyFiles({ from, into }: Folders): Promise<number> {
  const entries = (await readdir(from, { recursive: true, withFileTypes: true }))
    .map((entry) => ({ path: relative(from, join(entry.parentPath, entry.name)), isFolder: entry.isDirectory() }))
    .filter(({ path }) => !LEFT_OUT.test(path))
  const files = entries.filter(({ isFolder }) => !isFolder)
  const bytes = await sizeOf(files.map(({ path }) => join(from, path)))
  await requireRoom(into, bytes)
  for (const { path } of entries.filter(({ isFolder }) => isFolder)) {
    await mkdir(join(into, path), { recursive: true, mode: 0o700 })
  }
  for (const { path } of files) await copyIfThere(join(from, path), join(into, path))
  return bytes
}

async function copyLog({ from, into }: Folders, first: string, last: string): Promise<void> {
  for (const file of await readdir(join(from, 'pg_wal'))) {
    if (file >= first && file <= last) await copyFile(join(from, 'pg_wal', file), join(into, 'pg_wal', file))
  }
}

/** Files of tables that are dropped meanwhile are skipped; recovery drops those tables, too. */
async function copyIfThere(from: string, into: string): Promise<void> {
  try {
    await copyFile(from, into, constants.COPYFILE_FICLONE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function sizeOf(files: string[]): Promise<number> {
  let bytes = 0
  for (const file of files)
    bytes += await stat(file)
      .then(({ size }) => size)
      .catch(() => 0)
  return bytes
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < bytes + MARGIN) {
    const missing = Math.ceil((bytes + MARGIN - bavail * bsize) / MEGABYTE)
    throw new OperatorError(
      `A backup of the open database needs room for a copy of it: ${missing} MB more on the disk.`,
    )
  }
}

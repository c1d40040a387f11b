import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { closeFiles } from './mortal-pglite.ts'
import { SESSION_SETTINGS } from './session-settings.ts'

const INT8 = 20

/**
 * Opens the embedded database so that an acknowledged commit survives a power cut.
 *
 * PGlite starts Postgres with `-F`, which turns fsync off, and the file system that it mounts has no fsync to call.
 * Both are put right here: the flag is dropped, the files learn to sync before Postgres starts, so that a recovery is
 * synced too, and a new database is synced whole.
 */
export async function openDurablePglite(dataDir: string): Promise<PGlite> {
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await makeDatabase(dataDir)
  // The folder is this process's own: this says only who had it before. Cut short, it would keep everyone out.
  rmSync(join(dataDir, 'postmaster.pid'), { force: true })
  const pglite = new PGlite({
    fs: new SyncingFolder(dataDir),
    extensions: { btree_gin },
    parsers: { [INT8]: Number },
    startParams: [
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      '-c',
      'fsync=on',
      '-c',
      'wal_sync_method=fsync',
      // A statement is planned once: planning takes longer than running it does.
      '-c',
      'plan_cache_mode=force_generic_plan',
      // A table is read whole, or sorted, only where no index will do: a plan made while it was small is kept.
      '-c',
      'enable_seqscan=off',
      '-c',
      'enable_sort=off',
      // Its timer would keep an instance that has ended in memory.
      '-c',
      'log_startup_progress_interval=0',
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

/** Makes an empty database beside its place and moves it there whole: what is half made is never taken for one. */
async function makeDatabase(dataDir: string): Promise<void> {
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

/** A folder that is mounted as ever, whose files can sync. */
class SyncingFolder extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), learnToSync] } }
  }
}

/** Of an error of input or output, by the C library that Postgres is built with. */
const EIO = 29

type Mounted = {
  FS: { ErrnoError: new (code: number) => Error }
  NODEFS: { stream_ops: { fsync?: (file: { nfd: number }) => number } }
}

function learnToSync(module: object): void {
  const { FS, NODEFS } = module as Mounted
  NODEFS.stream_ops.fsync = ({ nfd }) => {
    try {
      fsyncSync(nfd)
      return 0
    } catch {
      // Postgres dies of it, rather than acknowledge what may not be on the disk.
      throw new FS.ErrnoError(EIO)
    }
  }
}

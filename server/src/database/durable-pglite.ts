import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { closeFiles } from './crashable-pglite.ts'
import { SESSION_SETTINGS } from './session-settings.ts'

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
export async function openDurablePglite(dataDir: string): Promise<PGlite> {
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

import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'

const INT8 = 20

/**
 * Opens the embedded database so that an acknowledged commit survives a power cut.
 *
 * PGlite starts Postgres with `-F`, which turns fsync off, and the file system that it mounts has no fsync to call.
 * Both are put right here: the flag is dropped, the files of the folder learn to sync, and a new folder is synced whole.
 */
export async function openDurablePglite(dataDir: string): Promise<PGlite> {
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await makeDatabase(dataDir)
  // The folder is this process's own: this says only who had it before. Cut short, it would keep everyone out.
  rmSync(join(dataDir, 'postmaster.pid'), { force: true })
  const pglite = await PGlite.create(dataDir, {
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
    ],
  })
  fileOperations(pglite).fsync = ({ nfd }) => {
    fsyncSync(nfd)
    return 0
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

type FileOperations = { fsync?: (stream: { nfd: number }) => number }

/** The operations shared by all files of the data folder, as PGlite mounted it. Throws where PGlite has changed. */
export function fileOperations(pglite: PGlite): FileOperations {
  const { FS } = pglite.Module as unknown as {
    FS: { lookupPath: (path: string) => { node: { stream_ops: FileOperations } } }
  }
  return FS.lookupPath('/pglite/data/PG_VERSION').node.stream_ops
}

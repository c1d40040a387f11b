import { closeSync, existsSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { closeFiles } from './mortal-pglite.ts'

const INT8 = 20

/**
 * Opens the embedded database so that an acknowledged commit survives a power cut.
 *
 * PGlite starts Postgres with `-F`, which turns fsync off, and the file system that it mounts has no fsync to call.
 * Both are put right here: the flag is dropped, the files of the folder learn to sync, and a new folder is synced whole.
 */
export async function openDurablePglite(dataDir: string): Promise<PGlite> {
  const isNew = !existsSync(join(dataDir, 'PG_VERSION'))
  const pglite = new PGlite(dataDir, {
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
      // Its timer would keep an instance that has ended in memory.
      '-c',
      'log_startup_progress_interval=0',
    ],
  })
  try {
    await pglite.waitReady
  } catch (error) {
    closeFiles(pglite)
    throw error
  }
  fileOperations(pglite).fsync = ({ nfd }) => {
    fsyncSync(nfd)
    return 0
  }
  if (isNew) syncFolder(dataDir)
  return pglite
}

function syncFolder(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const entry of ['.', ...entries]) {
    const file = openSync(join(folder, entry), 'r')
    fsyncSync(file)
    closeSync(file)
  }
}

type FileOperations = { fsync?: (stream: { nfd: number }) => number }

/** The operations shared by all files of the data folder, as PGlite mounted it. Throws where PGlite has changed. */
export function fileOperations(pglite: PGlite): FileOperations {
  const { FS } = pglite.Module as unknown as {
    FS: { lookupPath: (path: string) => { node: { stream_ops: FileOperations } } }
  }
  return FS.lookupPath('/pglite/data/PG_VERSION').node.stream_ops
}

import { sql } from 'kysely'
import packageJson from 'trade-catalogue/package.json' with { type: 'json' }
import type { DatabaseConfig, Config } from '../../config.ts'
import { IMAGE_SIZES } from '../../context.ts'
import type { Context, ImageStore } from '../../context.ts'
import type { Database } from '../../database/tables.ts'
import { schemaNumber } from '../../database/migrate.ts'
import { inSnapshot, liftTimeLimits } from '../../database/transaction.ts'
import { OperatorError } from '../../errors.ts'
import { headerLine, backedUpTables } from './backup-format.ts'
import type { Mark, BackedUpTable } from './backup-format.ts'
import { createHash } from 'node:crypto'
import { access, link, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { openDatabase, openFolder } from '../../database/open.ts'
import type { Store } from '../../database/open.ts'
import { databaseFolder, FolderInUse, ownFolder } from '../../database/own-folder.ts'

/** Rows in memory at a time. */
const BATCH_ROWS = 1_000

type Target = {
  file: string
  engine: DatabaseConfig['engine']
  /** Called after each table, with its number of rows. */
  onTable: (name: string, rows: number) => void
  /** Where images are kept: the backup then carries them. */
  images?: ImageStore | undefined
  /** Aborts the backup; no file is left. */
  signal: AbortSignal
}

/**
 * Images that belong to a backup, those of them that it carries, and those that should have been there, but are not.
 */
export type BackedUpImages = { belonging: number; carried: number; missing: number }

/**
 * Writes all data of the database to a new file, from one snapshot, or one of each node of a Citus cluster.
 * Throws an OperatorError where the file exists or cannot be written, and where the database has no schema.
 */
export async function writeBackup(context: Context, target: Target) {
  return inSnapshot(context, async ({ db, clock }) => {
    await liftTimeLimits(db)
    // On a Citus cluster: one connection to each node, and so one snapshot of all workspaces there.
    await sql`set local citus.max_adaptive_executor_pool_size = 1`.execute(db)
    const schema = await schemaNumber({ db })
    if (schema === 0) throw new OperatorError('The database is empty: there is nothing to back up.')
    const takenAt = clock().toISOString()
    const header = headerLine({
      schema,
      service: packageJson.version,
      engine: target.engine,
      takenAt,
      database: (await db.selectFrom('schema_identity').select('id').executeTakeFirstOrThrow()).id,
    })
    let rows = 0
    const images: BackedUpImages = { belonging: 0, carried: 0, missing: 0 }
    async function* lines(checksum: () => string) {
      yield `${header}\n`
      for (const table of await backedUpTables(db)) {
        const before = rows
        yield mark(['table', table])
        for await (const chunk of rowsOf(db, table)) {
          rows += chunk.length
          yield `${chunk.join('\n')}\n`
        }
        target.onTable(table.name, rows - before)
      }
      for await (const chunk of rowsOf(db, { name: 'image', columns: ['digest', 'removing'] })) {
        yield* imageLines(chunk, target.images, images)
      }
      yield mark(['end', { rows, sha256: checksum() }])
    }
    const bytes = await writeFile(target.file, lines, target.signal)
    return { file: target.file, bytes, rows, schema, takenAt, images }
  })
}

/** A line for each file of the images in these rows, if there is a store to read them from. Counts them. */
async function* imageLines(
  rows: readonly string[],
  store: ImageStore | undefined,
  counts: BackedUpImages,
): AsyncGenerator<string> {
  for (const row of rows) {
    const { digest, removing } = JSON.parse(row) as { digest: string; removing: boolean }
    if (removing) continue
    counts.belonging++
    if (!store) continue
    const files = await Promise.all(IMAGE_SIZES.map(async (size) => ({ size, bytes: await store.read(digest, size) })))
    if (files.every(({ bytes }) => bytes !== null)) counts.carried++
    else counts.missing++
    for (const { size, bytes } of files) {
      if (bytes) yield mark(['image', { digest, size, base64: Buffer.from(bytes).toString('base64') }])
    }
  }
}

function mark(line: Mark): string {
  return `${JSON.stringify(line)}\n`
}

/** All rows of a table in batches, each row as a line of JSON. On a cluster, `row_to_json` would lose their names. */
async function* rowsOf(db: Database, { name, columns }: BackedUpTable): AsyncGenerator<string[]> {
  const fields = columns.flatMap((column) => [sql.lit(column), sql.ref(column)])
  await sql`declare backup no scroll cursor for
    select json_build_object(${sql.join(fields)})::text as line from ${sql.table(name)}`.execute(db)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(BATCH_ROWS)} from backup`.execute(db)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < BATCH_ROWS) break
  }
  await sql`close backup`.execute(db)
}

/** Error codes of a file system without hard links. There, a race for the name is possible. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Throws an OperatorError where the file exists. */
export async function refuseExisting(file: string): Promise<void> {
  const missing = await access(file).then(
    () => false,
    () => true,
  )
  if (!missing) throw new OperatorError(`${file} exists already, and is left as it is: give another name.`)
}

/**
 * Writes lines to a new compressed file that only its owner may read, and returns its bytes. The lines go to a
 * temporary file, which gets the name when it is complete and synced to disk. Where writing fails, the temporary file
 * is removed. `lines` may ask for the checksum of the lines so far.
 */
export async function writeFile(
  file: string,
  lines: (checksum: () => string) => AsyncIterable<string>,
  signal: AbortSignal,
): Promise<number> {
  await refuseExisting(file)
  const partial = join(dirname(file), `.${basename(file)}.${process.pid}.partial`)
  await using cleanup = new AsyncDisposableStack()
  const handle = await open(partial, 'wx', 0o600).catch(unwritable)
  cleanup.defer(() => rm(partial, { force: true }))
  cleanup.defer(() => handle.close())
  const sum = createHash('sha256')
  async function* summed() {
    for await (const text of lines(() => sum.copy().digest('hex'))) {
      sum.update(text)
      yield text
    }
  }
  const write = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) await handle.appendFile(chunk).catch(unwritable)
  }
  await pipeline(summed, createZstdCompress(), write, { signal }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error
  })
  await handle.sync()
  await publishName(partial, file)
  await syncFolder(dirname(file))
  return (await stat(file)).size
}

function unwritable(error: Error): never {
  throw new OperatorError(`The backup cannot be written: ${error.message}.`)
}

/** Gives the file its name, unless another file has got that name meanwhile. */
async function publishName(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (NO_LINKS.has(code)) return rename(partial, file)
    if (code === 'EEXIST') return refuseExisting(file)
    throw error
  }
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

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

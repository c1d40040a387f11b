import { sql } from 'kysely'
import packageJson from 'trade-catalogue/package.json' with { type: 'json' }
import type { DatabaseConfig } from '../../config.ts'
import { IMAGE_SIZES } from '../../context.ts'
import type { Context, ImageStore } from '../../context.ts'
import type { Database } from '../../database/tables.ts'
import { schemaNumber } from '../../database/migrate.ts'
import { inSnapshot } from '../../database/transaction.ts'
import { OperatorError } from '../../errors.ts'
import { headerLine } from './backup-format.ts'
import type { Mark } from './backup-format.ts'
import { backedUpTables } from './backed-up-tables.ts'
import type { BackedUpTable } from './backed-up-tables.ts'
import { liftTimeLimits } from '../../database/lift-time-limits.ts'
import { writeFile } from './write-file.ts'

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
      database: await identityOf(db),
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

async function identityOf(db: Database): Promise<string> {
  return (await db.selectFrom('schema_identity').select('id').executeTakeFirstOrThrow()).id
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

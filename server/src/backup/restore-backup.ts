import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database/tables.ts'
import { counted } from '../counted.ts'
import { migrateWithin, newestSchema } from '../database/migrate.ts'
import { makeSecondSchema } from '../database/second-schema.ts'
import { OperatorError } from '../errors.ts'
import { checkBackup } from './check-backup.ts'
import type { CheckedBackup } from './check-backup.ts'
import { columnList, keptTables } from './kept-tables.ts'
import type { KeptTable } from './kept-tables.ts'
import { liftTimeLimits } from './lift-time-limits.ts'
import { readBackup } from './read-backup.ts'
import { holdPresentTables, takePlace } from './take-place.ts'
import { carryOver } from './carry-over.ts'

/** Where the restored tables are until they take the place of the present ones. */
const RESTORED = 'trade_catalogue_restored'
/** Characters of rows that are sent with a statement; one row may be longer. */
const BATCH_LENGTH = 1_000_000

export type RestoredBackup = CheckedBackup & {
  /** Keys that were in use when the backup was taken, and stay revoked as they have been since. */
  keysStillRevoked: number
}

/**
 * Puts a backup in the place of all that the database holds, in one transaction: until its end requests are answered
 * from what was there before, and from then on, in every process, from the backup.
 * Throws an OperatorError, with nothing changed, where the file is damaged, foreign or newer, and where the database has
 * a workspace and `replace` is false.
 */
export async function restoreBackup(
  context: Context,
  { file, replace }: { file: string; replace: boolean },
): Promise<RestoredBackup> {
  const checked = await checkBackup(context, file)
  if (!replace) await refuseFilled(context.db)
  return context.db.transaction().execute(async (db) => {
    await liftTimeLimits(db)
    const present = await makeSecondSchema(db, RESTORED, checked.schema)
    await load(db, file)
    await migrateWithin(db, { after: checked.schema, upTo: newestSchema() })
    const tables = (await keptTables(db)).map(({ name }) => sql.table(name))
    await sql`analyze ${sql.join(tables)}`.execute(db)
    const move = { from: RESTORED, to: present }
    await holdPresentTables(db, move)
    if (!replace) await refuseFilled(db, present)
    const carried = await carryOver(db, present)
    await takePlace(db, move)
    return { ...checked, ...carried }
  })
}

async function refuseFilled(db: Database, schema?: string): Promise<void> {
  const workspace = (schema === undefined ? db : db.withSchema(schema)).selectFrom('workspace')
  const { count } = await workspace.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  if (count > 0) {
    throw new OperatorError(
      `The database has ${counted(count, 'workspace')}, and is left as it is. To put the backup in their place: --replace.`,
    )
  }
}

async function load(db: Database, file: string): Promise<void> {
  let table: KeptTable | undefined
  let batch: string[] = []
  let length = 0
  const flush = async () => {
    if (table && batch.length > 0) await insert(db, table, batch)
    batch = []
    length = 0
  }
  for await (const part of readBackup(file)) {
    if ('row' in part) {
      batch.push(part.row)
      length += part.row.length
      if (length >= BATCH_LENGTH) await flush()
    } else if ('table' in part) {
      await flush()
      table = part.table
    }
  }
  await flush()
}

async function insert(db: Database, table: KeptTable, rows: string[]): Promise<void> {
  await sql`
    insert into ${sql.table(table.name)} (${columnList(table)})
    select ${columnList(table)} from json_populate_recordset(null::${sql.table(table.name)}, ${`[${rows.join(',')}]`}::json)
  `.execute(db)
}

import type { DatabaseConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../database/tables.ts'
import { newestSchema, schemaNumber } from '../../database/migrate.ts'
import { createShadowSchema } from '../../database/shadow-schema.ts'
import { ok, orOk, problem, warning } from './finding.ts'
import type { Finding } from './finding.ts'
import { partsOf } from './schema-parts.ts'
import type { Part } from './schema-parts.ts'

/** What is made only to be compared with, and gone again before anybody can see it. */
const EXPECTED = 'trade_catalogue_expected'
const ANEW = 'Take a backup, and restore it with --replace: that makes all tables and indexes anew.'

/** Compares what there is in the database with what its migrations make. */
export async function checkSchema({ db }: Pick<Context, 'db'>, engine: DatabaseConfig['engine']): Promise<Finding[]> {
  const number = await schemaNumber({ db })
  const newest = newestSchema()
  if (number > newest) {
    const ahead = `The database is at schema ${number}, and this version knows ${newest}.`
    return [problem('schema', ahead, 'Run the newer version that upgraded it.')]
  }
  if (number === 0) return [warning('schema', 'The database is empty.', 'The service makes its tables when it starts.')]
  const behind = `The database is at schema ${number}, and this version works with ${newest}.`
  return orOk(
    [
      number < newest && warning('schema', behind, 'Start the service: it brings the database up to date.'),
      ...(await unsoundParts(db, number)).map((part) =>
        problem(part.kind, describe(part), (engine === 'postgres' && mend(part)) || ANEW),
      ),
    ],
    ok('schema', `At ${number}, with all its indexes and keys.`),
  )
}

/** What the migrations make, where the database has it not, not like that, or not sound. */
async function unsoundParts(db: Database, number: number): Promise<(Part & { there: boolean })[]> {
  const scratch = await db.startTransaction().execute()
  try {
    const present = await createShadowSchema(scratch, EXPECTED, number)
    const found = new Map((await partsOf(scratch, present)).map((part) => [identity(part), part.sound]))
    return (await partsOf(scratch, EXPECTED))
      .filter((part) => found.get(identity(part)) !== true)
      .map((part) => ({ ...part, there: found.has(identity(part)) }))
  } finally {
    await scratch.rollback().execute()
  }
}

function identity({ kind, table, name, definition }: Part): string {
  return [kind, table, name, definition].join('\n')
}

function describe({ kind, table, name, there }: Part & { there: boolean }): string {
  const of = kind === 'table' ? '' : ` of ${table}`
  return `The ${kind} ${name}${of} ${there ? 'is there, but not valid' : 'is missing, or is another one'}.`
}

/** The statement that puts it right; empty where none does. */
function mend({ kind, table, name, definition, there }: Part & { there: boolean }): string {
  if (kind === 'index') {
    return there ? `reindex index concurrently ${name}` : definition.replace(' INDEX ', ' INDEX CONCURRENTLY ')
  }
  if (kind !== 'constraint') return ''
  return there
    ? `alter table ${table} validate constraint ${name}`
    : `alter table ${table} add constraint ${name} ${definition}`
}

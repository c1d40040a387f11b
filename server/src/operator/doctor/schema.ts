import type { DatabaseConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../database/tables.ts'
import { newestSchema, schemaNumber } from '../../database/migrate.ts'
import { createShadowSchema } from '../../database/shadow-schema.ts'
import { ok, orOk, problem, warning } from './finding.ts'
import type { Finding } from './finding.ts'
import { partsOf } from './schema-parts.ts'
import type { Part } from './schema-parts.ts'

/** A schema to compare with. It is rolled back, so nobody else can see it. */
const EXPECTED = 'trade_catalogue_expected'
const ANEW = 'Take a backup, and restore it with --replace: this creates all tables and indexes anew.'

/** Compares the schema of the database with the schema that its migrations create. */
export async function checkSchema({ db }: Pick<Context, 'db'>, engine: DatabaseConfig['engine']): Promise<Finding[]> {
  const number = await schemaNumber({ db })
  const newest = newestSchema()
  if (number > newest) {
    const ahead = `The database is at schema ${number}, and this version knows only ${newest}.`
    return [problem('schema', ahead, 'Run the newer version that migrated it.')]
  }
  if (number === 0)
    return [warning('schema', 'The database is empty.', 'The service creates its tables when it starts.')]
  const behind = `The database is at schema ${number}, and this version needs ${newest}.`
  return orOk(
    [
      number < newest && warning('schema', behind, 'Start the service: it migrates the database.'),
      ...(await unsoundParts(db, number)).map((part) =>
        problem(part.kind, describe(part), (engine === 'postgres' && repair(part)) || ANEW),
      ),
    ],
    ok('schema', `At ${number}, with all its indexes and keys.`),
  )
}

/** Parts that the migrations create, but that are missing, different or not valid in the database. */
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
  return `The ${kind} ${name}${of} ${there ? 'exists, but is not valid' : 'is missing or different'}.`
}

/** The statement that repairs the part; empty if there is none. */
function repair({ kind, table, name, definition, there }: Part & { there: boolean }): string {
  if (kind === 'index') {
    return there ? `reindex index concurrently ${name}` : definition.replace(' INDEX ', ' INDEX CONCURRENTLY ')
  }
  if (kind !== 'constraint') return ''
  return there
    ? `alter table ${table} validate constraint ${name}`
    : `alter table ${table} add constraint ${name} ${definition}`
}

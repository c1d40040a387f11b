import { sql } from 'kysely'
import type { DatabaseConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../database/tables.ts'
import { newestSchema, schemaNumber } from '../../database/migrate.ts'
import { createShadowSchema } from '../../database/shadow-schema.ts'
import { ok, orOk, problem, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** A schema to compare with. It is rolled back, so nobody else can see it. */
const EXPECTED = 'trade_catalogue_expected'
const ANEW = 'Take a backup, and restore it with --replace: this creates all tables and indexes anew.'

/** A part of a schema, as the database describes it. */
type Part = {
  kind: 'table' | 'column' | 'index' | 'constraint'
  table: string
  name: string
  definition: string
  /** False for an index that is not valid, and for a constraint that is not validated. */
  sound: boolean
}

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

/** The tables of a schema with their columns, indexes and constraints, described without the schema's name. */
async function partsOf(db: Database, schema: string): Promise<Part[]> {
  const { rows } = await sql<Part>`
    with relation as (
      select c.* from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${schema} and c.relkind = 'r'
    ), part as (
      select 'table' as kind, relname as "table", relname as name, 'table' as definition, true as sound from relation
      union all
      select 'column', t.relname, a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
        (select collname from pg_collation where oid = a.attcollation), case when a.attnotnull then 'not null' end,
        case a.attgenerated when '' then 'default' else 'generated' end || ' ' || pg_get_expr(d.adbin, d.adrelid)), true
      from relation t
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
      union all
      -- A cluster has the search index without its list of new words.
      select 'index', t.relname, c.relname, replace(pg_get_indexdef(c.oid), ' WITH (fastupdate=off)', ''), i.indisvalid
      from relation t
      join pg_index i on i.indrelid = t.oid
      join pg_class c on c.oid = i.indexrelid
      where not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u'))
      union all
      select 'constraint', t.relname, k.conname, replace(pg_get_constraintdef(k.oid), ' NOT VALID', ''), k.convalidated
      from relation t
      join pg_constraint k on k.conrelid = t.oid and k.contype in ('p', 'u', 'f', 'c')
    )
    select kind, "table", name, replace(definition, ${schema} || '.', '') as definition, sound from part`.execute(db)
  return rows
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

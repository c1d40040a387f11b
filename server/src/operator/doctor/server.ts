import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../database/tables.ts'
import { MAX_CONNECTIONS } from '../../database/open.ts'
import { ok, orOk, problem, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** Allowed difference of the two clocks, in milliseconds. */
const CLOCK_TOLERANCE_MS = 1_000

type Settings = {
  version: string
  encoding: string
  fsync: string
  full_page_writes: string
  autovacuum: string
  connections: number
  connected: number
  has_collation: boolean
  is_standby: boolean
  may_create: boolean
}

/** Checks version, settings, permissions, connections and clock of the database server. */
export async function checkServer(context: Context): Promise<Finding[]> {
  const { rows } = await sql<Settings>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes, current_setting('autovacuum') as autovacuum,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connected,
      exists (select from pg_collation where collname = 'und-x-icu') as has_collation,
      pg_is_in_recovery() as is_standby,
      has_database_privilege(current_database(), 'create')
        and has_schema_privilege(current_schema(), 'create') as may_create`.execute(context.db)
  const settings = rows[0]!
  return orOk(
    [...checkDurability(settings), ...checkAbilities(settings), checkConnections(settings), await checkClock(context)],
    ok('server', `Postgres ${settings.version}, ${settings.connected} of ${settings.connections} connections in use.`),
  )
}

function checkDurability({ fsync, full_page_writes, autovacuum }: Settings): (Finding | false)[] {
  const lost = 'A power cut may lose or damage acknowledged writes.'
  return [
    fsync !== 'on' && problem('durability', `fsync is ${fsync}. ${lost}`, 'alter system set fsync = on'),
    full_page_writes !== 'on' &&
      problem('durability', `full_page_writes is off. ${lost}`, 'alter system set full_page_writes = on'),
    autovacuum !== 'on' &&
      problem('vacuum', 'autovacuum is off: tables grow without end.', 'alter system set autovacuum = on'),
  ]
}

function checkAbilities(settings: Settings): (Finding | false)[] {
  return [
    settings.encoding !== 'UTF8' &&
      problem(
        'encoding',
        `The database has the encoding ${settings.encoding}.`,
        'Make one with UTF8, and restore a backup into it.',
      ),
    !settings.has_collation &&
      problem(
        'collation',
        'There is no collation und-x-icu.',
        'Use a Postgres that is built with ICU, as packages are.',
      ),
    settings.is_standby && problem('server', 'It is a read-only standby.', 'Point DATABASE_URL at the primary.'),
    !settings.may_create &&
      problem(
        'permissions',
        'The user may not create tables and schemas: migrations and restores will fail.',
        'grant create on the database and on its schema to the user, or make it their owner',
      ),
  ]
}

function checkConnections({ connections, connected }: Settings): Finding | false {
  return (
    connections - connected < MAX_CONNECTIONS &&
    warning(
      'connections',
      `${connected} of ${connections} connections are in use, and a process of the service opens up to ${MAX_CONNECTIONS}.`,
      'Raise max_connections, or run fewer processes.',
    )
  )
}

async function checkClock({ db, clock }: Context): Promise<Finding | false> {
  const sent = clock().getTime()
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
  const received = clock().getTime()
  const apart = Math.max(sent - rows[0]!.now, rows[0]!.now - received)
  return (
    apart > CLOCK_TOLERANCE_MS &&
    warning(
      'clock',
      `The clocks of this machine and of the database are ${Math.round(apart / 1000)} s apart.`,
      'Synchronise both by NTP: the clock of this machine decides when prices start and end.',
    )
  )
}

/**
 * Checks that a session keeps its connection, as prepared statements need. A connection pooler in transaction mode
 * gives the connection of the first session to the second one.
 */
export async function checkSessions(db: Database): Promise<Finding[]> {
  const kept = await db.connection().execute(async (first) => {
    await sql`select set_config('trade_catalogue.doctor', 'here', false)`.execute(first)
    return db.transaction().execute(async (second) => {
      await sql`select 1`.execute(second)
      const { rows } = await sql<{ kept: string | null }>`
        select current_setting('trade_catalogue.doctor', true) as kept`.execute(first)
      return rows[0]!.kept === 'here'
    })
  })
  if (kept) return [ok('sessions', 'Each session keeps its connection.')]
  return [
    problem(
      'pooler',
      'The pooler moves a session between connections: prepared statements fail.',
      'Set the pooler to session mode.',
    ),
  ]
}

/**
 * Settings that the service depends on, whatever the database or the user has set. The service parses values that
 * Postgres writes as text. Read committed: after waiting for a lock, the next statement sees the other writer's
 * changes. The drivers need `bytea_output` and `extra_float_digits`.
 */
const REQUIRED = {
  DateStyle: 'ISO, YMD',
  TimeZone: 'UTC',
  IntervalStyle: 'postgres',
  standard_conforming_strings: 'on',
  client_encoding: 'UTF8',
  bytea_output: 'hex',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
}

/**
 * Settings of each session on a server, and of those that Citus opens on other nodes. A statement stops waiting for a
 * lock after 10 s. Without JIT: for the larger reads, it takes longer than execution.
 */
export const NODE_SETTINGS = { lock_timeout: '10s', jit: 'off' }

/**
 * Identifies the history of a database: the cluster, its timeline, and the start of the server. A failover or a
 * point-in-time recovery begins a new timeline. It is read once per session, as `pg_control_system` reads a file. A
 * standby has no own timeline.
 */
const HISTORY = `concat_ws(' ', (select system_identifier from pg_control_system()),
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end,
  extract(epoch from pg_postmaster_start_time()))`

const set = (name: string, value: string) => `set_config('${name}', ${value}, false)`

/** The select list of a session's first statement, on either engine. */
export const SESSION_SETTINGS = [
  ...Object.entries(REQUIRED).map(([name, value]) => set(name, `'${value}'`)),
  `${set('trade_catalogue.history', HISTORY)} as history`,
].join(', ')

/** The history as read at the session's start; null in a session that the service did not open. */
export const SESSION_HISTORY = `current_setting('trade_catalogue.history', true)`

/**
 * The same for a server. Statements are planned once, but not on a Citus cluster: a plan there depends on the workspace.
 * A transaction of a process that has stopped loses its locks after 60 s.
 */
export const SERVER_SESSION_SETTINGS = [
  SESSION_SETTINGS,
  `set_config('plan_cache_mode', case when exists (select from pg_extension where extname = 'citus') then 'auto'
    else 'force_generic_plan' end, false)`,
  ...Object.entries(NODE_SETTINGS).map(([name, value]) => set(name, `'${value}'`)),
  set('idle_in_transaction_session_timeout', `'60s'`),
].join(', ')

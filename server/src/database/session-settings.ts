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

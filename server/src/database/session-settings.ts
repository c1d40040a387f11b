/**
 * What a session depends on, whatever is set for the database or the user: what is written as text is read again by the
 * service, and writers that wait for a lock see in their next statement what it has left. `bytea_output` and
 * `extra_float_digits` are how the drivers read.
 */
const DEPENDED_ON = {
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
 * Tells histories of a database apart: the cluster, its timeline, which is another one after a failover or a recovery to
 * a point in time, and the start of the server. It is read once a session: `pg_control_system` reads a file. A standby
 * has no timeline of its own.
 */
const HISTORY = `concat_ws(' ', (select system_identifier from pg_control_system()),
  case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end,
  extract(epoch from pg_postmaster_start_time()))`

const set = (name: string, value: string) => `set_config('${name}', ${value}, false)`

/** The list of a `select` with which a session begins, on either engine. */
export const SESSION_SETTINGS = [
  ...Object.entries(DEPENDED_ON).map(([name, value]) => set(name, `'${value}'`)),
  set('trade_catalogue.history', HISTORY),
].join(', ')

/** What a session was told of the history of its database; null in one that was not opened by the service. */
export const SESSION_HISTORY = `current_setting('trade_catalogue.history', true)`

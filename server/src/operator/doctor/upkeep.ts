import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { counted } from '../../rules/counted.ts'
import { ok, orOk, problem, size, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** Too many dead rows of a table, if they are also more than half of the live rows. */
const MANY_DEAD_ROWS = 20_000
/** A table with more rows needs statistics for the planner. */
const MANY_ROWS = 10_000
/** Warn this many transactions before Postgres stops for wraparound. Postgres itself warns at 40 million. */
const TRANSACTIONS_LEFT = 500_000_000
const LAST_TRANSACTION = 2_147_483_648
const LONG_TRANSACTION = '1 hour'

type Table = { name: string; living: number; dead: number; analyzed: boolean }

/** Checks that vacuum and analyze keep up. */
export async function checkUpkeep({ db }: Pick<Context, 'db'>): Promise<Finding[]> {
  const { rows: tables } = await sql<Table>`
    select s.relname as name, s.n_live_tup as living, s.n_dead_tup as dead, c.reltuples >= 0 as analyzed
    from pg_stat_user_tables s
    join pg_class c on c.oid = s.relid
    where s.schemaname = current_schema()
    order by s.relname`.execute(db)
  const { rows: whole } = await sql<{ bytes: number; age: number; lasting: number }>`
    select pg_database_size(current_database()) as bytes, age(datfrozenxid) as age,
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and xact_start < now() - ${sql.lit(LONG_TRANSACTION)}::interval) as lasting
    from pg_database where datname = current_database()`.execute(db)
  const { bytes, age, lasting } = whole[0]!
  return orOk(
    [
      ...tables.map(checkTable),
      LAST_TRANSACTION - age < TRANSACTIONS_LEFT &&
        problem(
          'vacuum',
          `Postgres stops for transaction wraparound in ${LAST_TRANSACTION - age} transactions.`,
          'vacuum (freeze)',
        ),
      lasting > 0 &&
        warning(
          'vacuum',
          `${counted(lasting, 'transaction')} open for more than ${LONG_TRANSACTION}: vacuum cannot remove later dead rows.`,
          'select pid, xact_start, query from pg_stat_activity order by xact_start',
        ),
    ],
    ok('upkeep', `${size(bytes)} in all, vacuumed and analyzed.`),
  )
}

function checkTable({ name, living, dead, analyzed }: Table): Finding | false {
  if (dead > MANY_DEAD_ROWS && dead > living / 2) {
    return warning('vacuum', `${name} has ${dead} dead rows and ${living} live rows.`, `vacuum (analyze) ${name}`)
  }
  return living > MANY_ROWS && !analyzed && warning('vacuum', `${name} has never been analyzed.`, `analyze ${name}`)
}

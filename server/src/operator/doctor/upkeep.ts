import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { counted } from '../../counted.ts'
import { ok, orOk, problem, size, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** Dead rows of a table that are too many, where they are more than half as many as the living. */
const MANY_DEAD_ROWS = 20_000
/** Rows of a table that the planner has to have seen. */
const MANY_ROWS = 10_000
/** Transactions until Postgres has to stop: it warns itself, in its log, at 40 million. */
const TRANSACTIONS_LEFT = 500_000_000
const LAST_TRANSACTION = 2_147_483_648
const LONG_TRANSACTION = '1 hour'

type Table = { name: string; living: number; dead: number; analyzed: boolean }

/** What Postgres has to do again and again, and whether it comes round to it. */
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
        problem('vacuum', `Postgres stops in ${LAST_TRANSACTION - age} transactions.`, 'vacuum (freeze)'),
      lasting > 0 &&
        warning(
          'vacuum',
          `${counted(lasting, 'transaction')} open for more than ${LONG_TRANSACTION}: dead rows since then stay.`,
          'select pid, xact_start, query from pg_stat_activity order by xact_start',
        ),
    ],
    ok('upkeep', `${size(bytes)} in all, vacuumed and analyzed.`),
  )
}

function checkTable({ name, living, dead, analyzed }: Table): Finding | false {
  if (dead > MANY_DEAD_ROWS && dead > living / 2) {
    return warning('vacuum', `${name} has ${dead} dead rows beside ${living}.`, `vacuum (analyze) ${name}`)
  }
  return living > MANY_ROWS && !analyzed && warning('vacuum', `${name} has never been analyzed.`, `analyze ${name}`)
}

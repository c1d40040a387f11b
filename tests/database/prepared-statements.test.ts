import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useOwnService } from '../given/service.ts'

const service = useOwnService()

/** Runs a statement text of that number, as a caller can think of many by filters and words. */
async function run(number: number): Promise<void> {
  await sql`select ${sql.lit(`text ${number}`)} as text, ${number}::integer`.execute(service.context.db)
}

async function prepared(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_prepared_statements`.execute(service.context.db)
  return rows[0]!.count
}

test('a connection keeps no more than a hundred plans, however many statement texts it has run', async () => {
  for (let i = 0; i < 300; i++) await run(i)
  expect(await prepared()).toBeLessThanOrEqual(101)
  for (let i = 0; i < 300; i++) for (let time = 0; time < 4; time++) await run(i)
  expect(await prepared()).toBeLessThanOrEqual(101)
})

test('the plan of a statement that comes again and again is kept', async () => {
  for (let time = 0; time < 5; time++) await run(1)
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements`.execute(service.context.db)
  expect(rows.map(({ statement }) => statement)).toContain(`select 'text 1' as text, $1::integer`)
})

import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { lockNames } from '../../server/src/workspaces/lock-names.ts'
import { useService } from '../service.ts'
import { items, refusal } from './given.ts'

const onPostgres = inject('engine').name === 'postgres'
const service = useService()
const LARGE = 5_000_000
const JSON_TYPE = { 'content-type': 'application/json' }

/** Rows with a field that the service does not know, which makes the body large. */
function largeCall(names: (row: number) => string) {
  return { products: items(10, (row) => ({ name: names(row), unknown: 'é"\\'.repeat(LARGE / 50) })) }
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(service.context.db)
  return rows[0]!.count
}

test('a large body is taken row by row as it is sent', async () => {
  const workspace = await service.workspace()
  const call = largeCall((row) => `Plate ${row}`)
  expect((await workspace.put('/products', call)).body.data).toMatchObject({ created: 10, updated: 0 })
  const { body } = await workspace.get('/products')
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(call.products.map(({ name }) => name))
})

test('a large body with an invalid row is refused with the place of each problem, and one of damaged JSON as such', async () => {
  const workspace = await service.workspace()
  const invalid = await workspace.put('/products', { ...largeCall((row) => (row % 2 === 1 ? '' : 'Plate')) })
  expect(invalid).toEqual(refusal(400, 'validation_error'))
  expect(invalid.body.error.issues.map(({ path }: { path: string }) => path)).toEqual(
    [1, 3, 5, 7, 9].map((row) => `products.${row}.name`),
  )
  const body = JSON.stringify(largeCall(() => 'Plate'))
  for (const damaged of [body.replace('"name"', 'name'), body.slice(0, -1), `${body}]`]) {
    const answer = await service.call('PUT', '/products', { key: workspace.key, body: damaged, headers: JSON_TYPE })
    expect(answer).toEqual(refusal(400, 'invalid_json'))
  }
})

test.runIf(onPostgres)(
  'a large body that waits for a lock lets the large body of another workspace go on',
  async () => {
    const [busy, other] = [await service.workspace(), await service.workspace()]
    const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const renaming = service.context.db.transaction().execute(async (db) => {
      await lockNames({ ...busy.context, db }, 'exclusive')
      held.resolve()
      await over.promise
    })
    await held.promise
    const waiting = busy.put(
      '/products',
      largeCall(() => 'Plate'),
    )
    await expect.poll(() => waitingForLocks()).toBeGreaterThan(0)
    expect(
      (
        await other.put(
          '/products',
          largeCall(() => 'Cup'),
        )
      ).status,
    ).toBe(200)
    over.resolve()
    await renaming
    expect((await waiting).status).toBe(200)
  },
)

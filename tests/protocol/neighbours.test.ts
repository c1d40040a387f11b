import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { lockNames } from '../../server/src/workspaces/lock-names.ts'
import { observeStatements } from '../isolation/observe-statements.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { items, sendItems } from '../given/given.ts'
import { givenDraft } from '../given/price-change.ts'

const onPostgres = inject('engine').name === 'postgres'
const service = useService()

const statements: string[] = []
afterAll(observeStatements((statement) => void statements.push(statement)))

/** How many statements with that text have been run since. */
function countStatements(text: string): () => number {
  const before = statements.length
  return () => statements.slice(before).filter((statement) => statement.includes(text)).length
}

/** How many connections of the service wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(service.context.db)
  return rows[0]!.count
}

async function two(): Promise<[TestWorkspace, TestWorkspace]> {
  return [await service.workspace(), await service.workspace()]
}

test('a draft that is previewed many times at once is not assessed for each', async () => {
  const workspace = await service.workspace()
  const priceChangeId = await givenDraft(workspace, { a: [100, 200], b: [300, 250] })
  const assessments = countStatements('case when p.active then p.visibility end')
  const paths = Array.from({ length: 8 }, (_, i) => `/price-changes/${priceChangeId}?x=${i}`)
  const answers = await Promise.all(paths.map((path) => workspace.get(path)))
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  expect(new Set(answers.map(({ body }) => body.data.fingerprint)).size).toBe(1)
  const before = assessments()
  // Two heavy calls of a workspace run at a time.
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThanOrEqual(2)

  await sendItems(workspace, 1, () => ({ sku: 'another' }))
  await workspace.get(`/price-changes/${priceChangeId}`)
  expect(assessments()).toBe(before + 1)
})

test.runIf(onPostgres)(
  'beside a workspace that holds its own names, another one’s bulk calls are answered',
  async () => {
    const [busy, other] = await two()
    const renamed = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const renaming = service.context.db.transaction().execute(async (db) => {
      await lockNames({ ...busy.context, db }, 'exclusive')
      held.resolve()
      await renamed.promise
    })
    await held.promise
    const waiting = Array.from({ length: 6 }, (_, i) =>
      busy.put('/products', { products: items(1, () => ({ sku: `w${i}` })) }),
    )
    await expect.poll(() => waitingForLocks()).toBeGreaterThan(0)
    for (let i = 0; i < 5; i++) expect((await other.put('/products', { products: items(2) })).status).toBe(200)
    renamed.resolve()
    await renaming
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200))
  },
)

import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { publishDuePriceChanges } from '../../server/src/jobs/background-jobs.ts'
import { runEvery } from '../../server/src/jobs/run-every.ts'
import type { JobRun } from '../../server/src/jobs/run-every.ts'
import { runOperation } from '../../server/src/ops/all-operations.ts'
import { publishPriceChange } from '../../server/src/pricing/price-changes/publish-price-change.ts'
import { cancelPriceChange, schedulePriceChange } from '../../server/src/pricing/price-changes/settle-price-change.ts'
import { activityOf } from '../given/activity-of.ts'
import { find } from '../given/given.ts'
import { givenDraft, preview } from '../given/price-change.ts'
import { useOwnService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { until } from '../given/until.ts'

const service = useOwnService()

const MINUTE = 60_000

/** A draft of one new price, to be published so many minutes from now. */
async function givenScheduled(workspace: TestWorkspace, minutes: number, after = 1100): Promise<string> {
  const id = await givenDraft(workspace, { A: [1000, after] })
  await schedulePriceChange(workspace.context, { id, at: inMinutes(minutes) })
  return id
}

const inMinutes = (minutes: number) => new Date(service.time.now.getTime() + minutes * MINUTE)

function givenLog() {
  const failures: object[] = []
  return { failures, log: { error: (details: object) => void failures.push(details) } }
}

const publishDue = (log = givenLog().log, resting = new Map<string, Date>()) =>
  publishDuePriceChanges(service.context, log, resting)

const statusOf = async (workspace: TestWorkspace, id: string) => (await preview(workspace, id)).status

const publications = async (workspace: TestWorkspace) =>
  (await activityOf(workspace, 'price_change')).filter(({ action }) => action === 'price_change.publish')

const run = (statement: string) => sql.raw(statement).execute(service.context.db)

/** Makes the last step of publishing a change fail, after its prices are written, until it is mended. */
async function refusePublication(id: string): Promise<() => Promise<void>> {
  await run(`alter table price_change add constraint refuse check (id <> '${id}' or status <> 'published')`)
  return async () => void (await run('alter table price_change drop constraint refuse'))
}

test('a scheduled price change is published when its time has come, and not before, by the scheduler', async () => {
  const workspace = await service.workspace()
  const id = await givenScheduled(workspace, 10)
  service.time.now = new Date(inMinutes(10).getTime() - 1)
  expect(await publishDue()).toBe(0)
  expect(await statusOf(workspace, id)).toBe('scheduled')
  service.later(1)
  expect(await publishDue()).toBe(1)
  expect(await preview(workspace, id)).toMatchObject({
    status: 'published',
    publishedAt: service.time.now.toISOString(),
  })
  expect((await find(workspace, 'A')).price.list).toBe(1100)
  expect(await publications(workspace)).toMatchObject([
    { actor: { type: 'system' }, changes: { lineCount: 1, changed: 1 } },
  ])
  expect(await publishDue()).toBe(0)
})

test('a scheduled price change has a time that a year of four digits can tell', async () => {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { A: [1000, 1100] })
  const schedule = (at: string) =>
    runOperation(service.context, 'price-change schedule', { workspaceId: workspace.id, id, at })
  for (const at of ['9999-12-31T23:59:59-00:01', '9999-12-31T12:00:00-12:00', '0000-12-31T23:59:59Z']) {
    await expect(schedule(at)).rejects.toMatchObject({ issues: [{ path: 'at' }] })
  }
  await expect(schedule('0001-01-01T00:00:00Z')).rejects.toThrow('has passed')
  const last = '9999-12-31T23:59:59.999Z'
  expect(await schedule(last)).toMatchObject({ status: 'scheduled' })
  expect(await preview(workspace, id)).toMatchObject({ scheduledFor: last })
  expect((await workspace.get('/price-changes')).body.data).toMatchObject([{ scheduledFor: last }])
})

test('a scheduled price change is caught up with after any time of standing still, in the order in which they were due', async () => {
  const workspace = await service.workspace()
  const last = await givenScheduled(workspace, 30, 3000)
  const first = await givenScheduled(workspace, 10, 1001)
  const second = await givenScheduled(workspace, 20, 2000)
  service.time.now = inMinutes(60 * 24 * 90)
  expect(await publishDue()).toBe(3)
  expect((await find(workspace, 'A')).price.list).toBe(3000)
  const subjects = (await publications(workspace)).map(({ subject }) => subject.id)
  expect(new Set(subjects)).toEqual(new Set([first, second, last]))
  const replaced = await Promise.all([first, second, last].map((id) => preview(workspace, id)))
  expect(replaced.map(({ lines }) => lines[0].currentPrice)).toEqual([1000, 1001, 2000])
})

test('a scheduled price change is published once, and in order, however many look for it at the same time', async () => {
  const workspaces = await Promise.all([1, 2, 3].map(() => service.workspace()))
  const changes = []
  for (const workspace of workspaces) {
    for (const minutes of [1, 2, 3]) changes.push(await givenScheduled(workspace, minutes, 1000 + minutes))
  }
  service.time.now = inMinutes(5)
  let published = 0
  // One that finds a workspace taken leaves it to the next look, so there are several.
  await until(async () => {
    const counts = await Promise.all(Array.from({ length: 6 }, () => publishDue()))
    published += counts.reduce((sum, count) => sum + count)
    return published >= changes.length
  })
  expect(published).toBe(changes.length)
  for (const workspace of workspaces) {
    expect(await publications(workspace)).toHaveLength(3)
    expect((await find(workspace, 'A')).price.list).toBe(1003)
  }
})

// The embedded store has one connection: nothing else can be at it.
test.skipIf(inject('engine').name === 'pglite')(
  'a scheduled price change is passed over while another process is at its workspace',
  async () => {
    const [workspace, other] = [await service.workspace(), await service.workspace()]
    const [id, free] = [await givenScheduled(workspace, 1), await givenScheduled(other, 2)]
    service.time.now = inMinutes(5)
    await service.context.db.transaction().execute(async (trx) => {
      await trx.selectFrom('workspace').select('id').where('id', '=', workspace.id).forNoKeyUpdate().execute()
      expect(await publishDue()).toBe(1)
    })
    expect([await statusOf(workspace, id), await statusOf(other, free)]).toEqual(['scheduled', 'published'])
    expect(await publishDue()).toBe(1)
  },
)

test('a scheduled price change is not published when it was cancelled, or published by hand, before', async () => {
  const workspace = await service.workspace()
  const [cancelled, published] = [await givenScheduled(workspace, 10), await givenScheduled(workspace, 10, 1200)]
  await cancelPriceChange(workspace.context, { id: cancelled })
  await publishPriceChange(workspace.context, { id: published })
  service.time.now = inMinutes(20)
  expect(await publishDue()).toBe(0)
  expect(await statusOf(workspace, cancelled)).toBe('cancelled')
  expect(await publications(workspace)).toMatchObject([{ actor: { type: 'operator' } }])
})

test('a scheduled price change is published or cancelled, and never both, when that happens at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    const workspace = await service.workspace()
    const id = await givenScheduled(workspace, 1)
    service.time.now = inMinutes(2)
    const [published, cancelled] = await Promise.all([
      publishDue(),
      cancelPriceChange(workspace.context, { id }).then(
        () => 1,
        () => 0,
      ),
    ])
    expect(published + cancelled).toBe(1)
    expect(await statusOf(workspace, id)).toBe(published === 1 ? 'published' : 'cancelled')
    expect((await find(workspace, 'A')).price.list).toBe(published === 1 ? 1100 : 1000)
  }
})

test('a scheduled price change that cannot be published is logged, holds up no other workspace, and is tried again in a minute', async () => {
  const [broken, sound] = [await service.workspace(), await service.workspace()]
  const stuck = await givenScheduled(broken, 1)
  const [next, other] = [await givenScheduled(broken, 2, 1500), await givenScheduled(sound, 3)]
  service.time.now = inMinutes(10)
  const { failures, log } = givenLog()
  const mend = await refusePublication(stuck)
  const resting = new Map<string, Date>()
  expect(await publishDue(log, resting)).toBe(1)
  expect(failures).toEqual([
    { error: expect.objectContaining({ code: '23514' }), priceChangeId: stuck, workspaceId: broken.id },
  ])
  expect(await Promise.all([statusOf(broken, stuck), statusOf(broken, next), statusOf(sound, other)])).toEqual([
    'scheduled',
    'scheduled',
    'published',
  ])
  expect(await publishDue(log, resting)).toBe(0)
  expect(failures).toHaveLength(1)
  await mend()
  service.time.now = inMinutes(1)
  expect(await publishDue(log, resting)).toBe(2)
  // The later one has the last word.
  expect((await find(broken, 'A')).price.list).toBe(1500)
})

test('looking for what is due goes on after a failure, and stops only once the work in hand is done', async () => {
  const { failures, log } = givenLog()
  const done: string[] = []
  const work = async () => {
    done.push('begun')
    if (done.length === 1) throw new Error('once')
    await setTimeout(20)
    done.push('ended')
  }
  const runs: JobRun[] = []
  const loop = runEvery({ name: 'try', pauseMs: 1, work }, log, (run) => runs.push(run))
  await until(() => done.filter((word) => word === 'ended').length >= 2, { everyMs: 1 })
  await loop.stop()
  expect(failures).toMatchObject([{ job: 'try', error: { message: 'once' } }])
  expect(runs.map((run) => run.failures).slice(0, 2)).toEqual([1, 0])
  expect(runs[1]).toMatchObject({ name: 'try', seconds: expect.any(Number) })
  expect(runs[1]!.seconds).toBeGreaterThan(0.015)
  expect(done.at(-1)).toBe('ended')
  const count = done.length
  await setTimeout(30)
  expect(done).toHaveLength(count)
})

import { setTimeout } from 'node:timers/promises'
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { PriceChangeStatus } from '../../server/src/database/column-values.ts'
import { publishPriceChange } from '../../server/src/pricing/price-changes/publish-price-change.ts'
import {
  cancelPriceChange,
  discardPriceChange,
  schedulePriceChange,
  unschedulePriceChange,
} from '../../server/src/pricing/price-changes/settle-price-change.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { activityOf } from '../given/activity-of.ts'
import { alter, find, item, items, raiseRevision, refusal, send } from '../given/given.ts'
import { givenDraft, preview, refused, refusalOf } from '../given/price-change.ts'

const service = useService()

const LATER = new Date('2026-04-01T00:00:00.000Z')

type Verb = 'publish' | 'schedule' | 'unschedule' | 'cancel' | 'discard'

const VERBS: Record<Verb, (workspace: TestWorkspace, id: string) => Promise<{ id: string; status: string }>> = {
  publish: ({ context }, id) => publishPriceChange(context, { id }),
  schedule: ({ context }, id) => schedulePriceChange(context, { id, at: LATER }),
  unschedule: ({ context }, id) => unschedulePriceChange(context, { id }),
  cancel: ({ context }, id) => cancelPriceChange(context, { id }),
  discard: ({ context }, id) => discardPriceChange(context, { id }),
}

/** How a draft comes to each status. */
const WAYS: Record<PriceChangeStatus, Verb[]> = {
  draft: [],
  scheduled: ['schedule'],
  published: ['publish'],
  discarded: ['discard'],
  cancelled: ['schedule', 'cancel'],
}

async function given(status: PriceChangeStatus) {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { A: [1000, 1100] })
  for (const verb of WAYS[status]) await VERBS[verb](workspace, id)
  return { workspace, id }
}

const listPrice = async (workspace: TestWorkspace, sku = 'A') => (await find(workspace, sku)).price.list

test.each([
  ['draft', 'publish', 'published', 1100],
  ['draft', 'schedule', 'scheduled', 1000],
  ['draft', 'discard', 'discarded', 1000],
  ['scheduled', 'publish', 'published', 1100],
  ['scheduled', 'cancel', 'cancelled', 1000],
  ['scheduled', 'unschedule', 'draft', 1000],
] as const)('a price change that is %s can %s', async (from, verb, to, price) => {
  const { workspace, id } = await given(from)
  expect(await VERBS[verb](workspace, id)).toMatchObject({ id, status: to })
  expect(await preview(workspace, id)).toMatchObject({ status: to })
  expect(await listPrice(workspace)).toBe(price)
  const entries = await activityOf(workspace, 'price_change')
  expect(entries.map(({ action }) => action)).toEqual([...WAYS[from], verb].map((done) => `price_change.${done}`))
  expect(entries.at(-1)).toMatchObject({
    actor: { type: 'operator' },
    subject: { type: 'price_change', id, label: 'ERP sync' },
  })
})

const allowed = { draft: ['publish', 'schedule', 'discard'], scheduled: ['publish', 'cancel', 'unschedule'] } as Record<
  string,
  string[]
>
const refusals = (Object.keys(WAYS) as PriceChangeStatus[]).flatMap((from) =>
  (Object.keys(VERBS) as Verb[]).filter((verb) => !allowed[from]?.includes(verb)).map((verb) => [from, verb] as const),
)
test.each(refusals)(
  'a price change that is %s cannot %s, is told what it can, and stays as it is',
  async (from, verb) => {
    const { workspace, id } = await given(from)
    const before = await preview(workspace, id)
    const entries = await activityOf(workspace, 'price_change')
    const open = {
      draft: /scheduled or published or discarded/,
      scheduled: /published or cancelled or a draft again/,
    } as Record<string, RegExp>
    expect(await refusalOf(VERBS[verb](workspace, id))).toEqual(
      refused('invalid_request', new RegExp(`is ${from} and cannot be`)),
    )
    expect(await refusalOf(VERBS[verb](workspace, id))).toEqual(
      refused('invalid_request', open[from] ?? /nothing more can be done/),
    )
    expect(await preview(workspace, id)).toEqual(before)
    expect(await activityOf(workspace, 'price_change')).toEqual(entries)
  },
)

test.each(Object.keys(VERBS) as Verb[])(
  'a price change of another workspace, or none, is not found by %s',
  async (verb) => {
    const { id } = await given('draft')
    const other = await service.workspace()
    for (const missing of [id, randomUUIDv7(), 'nothing', '\0']) {
      expect(await refusalOf(VERBS[verb](other, missing))).toEqual(refused('not_found', /There is no price change/))
    }
  },
)

test('a price change takes no more prices once it is scheduled', async () => {
  const { workspace, id } = await given('scheduled')
  const answer = await workspace.put('/products', { products: [item({ sku: 'A', listPrice: 5 })], priceChangeId: id })
  expect(answer).toEqual(refusal(400, 'invalid_request'))
})

test.each([0, -1, -86_400_000])('a price change cannot be scheduled %i ms from now', async (ms) => {
  const { workspace, id } = await given('draft')
  const at = new Date(service.time.now.getTime() + ms)
  expect(await refusalOf(schedulePriceChange(workspace.context, { id, at }))).toEqual(
    refused('invalid_request', /has passed: give a time to come/),
  )
  expect((await preview(workspace, id)).status).toBe('draft')
})

test('publishing makes all new prices hold at once, and touches no product whose price is that already', async () => {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { A: [1000, 1100], B: [1000, 900], C: [1000, 5] })
  await alter(workspace, 'B', { list_price: 900 })
  await alter(workspace, 'C', { list_price: null })
  const before = service.time.now
  service.time.now = new Date(before.getTime() + 60_000)
  try {
    const published = await publishPriceChange(workspace.context, { id })
    expect(published).toEqual({ id, status: 'published', lineCount: 3, skipped: 0 })
    const told = async (sku: string) => {
      const { price, updatedAt } = await find(workspace, sku)
      return [price.unit, updatedAt]
    }
    const [then, now] = [before.toISOString(), service.time.now.toISOString()]
    expect(await Promise.all(['A', 'B', 'C'].map(told))).toEqual([
      [1100, now],
      [900, then],
      [5, now],
    ])
    const { lines, publishedAt } = await preview(workspace, id)
    expect(lines.map(({ currentPrice }: { currentPrice: number }) => currentPrice)).toEqual([1000, 900, null])
    expect(publishedAt).toBe(now)
  } finally {
    service.time.now = before
  }
  expect((await activityOf(workspace, 'price_change')).at(-1)!.changes).toEqual({
    lineCount: 3,
    changed: 2,
    skipped: 0,
  })
})

test('publishing skips a product that has been deleted meanwhile, and says so', async () => {
  const workspace = await service.workspace()
  const id = await givenDraft(workspace, { A: [1000, 1100], B: [1000, 900] })
  const { id: productId } = await find(workspace, 'B')
  await service.context.db
    .deleteFrom('product')
    .where('workspace_id', '=', workspace.id)
    .where('id', '=', productId)
    .execute()
  await raiseRevision(workspace)
  expect(await preview(workspace, id)).toMatchObject({ lineCount: 2, summary: { deleted: 1, increased: 1 } })
  expect(await publishPriceChange(workspace.context, { id })).toMatchObject({ lineCount: 1, skipped: 1 })
  expect(await preview(workspace, id)).toMatchObject({ lineCount: 1, summary: { deleted: 0 } })
  expect((await activityOf(workspace, 'price_change')).at(-1)!.changes).toMatchObject({ lineCount: 1, skipped: 1 })
})

test('publishing changes nothing in another workspace', async () => {
  const [workspace, other] = [await service.workspace(), await service.workspace()]
  const [id] = [await givenDraft(workspace, { A: [1000, 1100] }), await givenDraft(other, { A: [1000, 1100] })]
  await publishPriceChange(workspace.context, { id })
  expect([await listPrice(workspace), await listPrice(other)]).toEqual([1100, 1000])
})

test('two publishers make one publication and one clear refusal', async () => {
  for (let round = 0; round < 5; round++) {
    const { workspace, id } = await given('draft')
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => publishPriceChange(workspace.context, { id })))
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
    expect(refusals).toHaveLength(2)
    for (const error of refusals) expect(error).toMatchObject({ code: 'invalid_request', message: /is published/ })
    expect(await activityOf(workspace, 'price_change')).toHaveLength(1)
  }
})

test('publishing and sending prices to the same draft leave no line behind unpublished', async () => {
  const workspace = await service.workspace()
  const rows = items(40, () => ({ listPrice: 100 }))
  await send(workspace, rows)
  for (let round = 0; round < 6; round++) {
    const price = 200 + round * 100
    const { priceChangeId: id } = await send(workspace, [{ ...rows[0], listPrice: price }])
    const put = (i: number) =>
      workspace.put('/products', {
        products: rows.toReversed().map((row, k) => ({ ...row, listPrice: price + ((i + k) % 2) })),
        priceChangeId: id,
      })
    const [answers, published] = await Promise.all([
      Promise.all([0, 1, 2].map(put)),
      setTimeout(round).then(() => publishPriceChange(workspace.context, { id })),
    ])
    for (const { status } of answers) expect([200, 400]).toContain(status)
    const { lines, summary, lineCount } = await preview(workspace, id)
    expect([lineCount, summary.deleted]).toEqual([published.lineCount, 0])
    expect(lines).toHaveLength(lineCount)
    for (const { sku, newPrice } of lines) expect(await listPrice(workspace, sku)).toBe(newPrice)
  }
})

test('as many price changes are scheduled as pages can look through, and no more', async () => {
  const { workspace, id } = await given('draft')
  const { db } = workspace.context
  await sql`
    insert into price_change (workspace_id, id, name, status, line_count, scheduled_for, created_by, created_at, updated_at)
    select ${workspace.id}, gen_random_uuid(), 'Change ' || i, 'scheduled', 0, ${LATER}, '{}'::jsonb, now(), now()
    from generate_series(1, 100) i`.execute(db)
  expect((await refusalOf(VERBS.schedule(workspace, id))).message).toMatch(/^100 price changes are scheduled/)
  await db.deleteFrom('price_change').where('workspace_id', '=', workspace.id).where('name', '=', 'Change 7').execute()
  expect(await VERBS.schedule(workspace, id)).toEqual({ id, status: 'scheduled' })
})

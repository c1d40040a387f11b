import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setAgreedPrice } from '../../server/src/agreed-prices/set-agreed-price.ts'
import { schedulePriceChange } from '../../server/src/price-changes/settle-price-change.ts'
import { byDepth } from '../depth.ts'
import { useService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'
import { done, invalidFields, item, refusal, send } from './given.ts'
import { change, shopInTime, SKUS, step } from './price-steps.ts'

const service = useService()

const minutes = (count: number) => new Date(service.time.now.getTime() + count * 60_000)
const bySku = (a: { sku: string }, b: { sku: string }) => (a.sku < b.sku ? -1 : 1)
const query = (time?: Date) => (time ? `at=${encodeURIComponent(time.toISOString())}` : '')

/** A promise to send: valid as it is. */
function promised(fields: Record<string, unknown> = {}) {
  return {
    reference: 'GOLD-1',
    customer: 'QUAY',
    lines: [{ sku: 'A-1', qty: 1, unit: 2550 }],
    until: minutes(1_000).toISOString(),
    ...fields,
  }
}

function put(workspace: TestWorkspace, ...promises: unknown[]) {
  return workspace.put('/promises', { promises })
}

async function checked(workspace: TestWorkspace, at?: Date): Promise<any[]> {
  return done(workspace.get(`/promises?${query(at)}`))
}

/** What of a promise does not hold, by what `GET /prices` says. */
async function expectedBroken(workspace: TestWorkspace, { lines, total }: any, at?: Date) {
  const prices = await Promise.all(
    lines.map(async ({ sku, qty }: any) => {
      const { price, visible } = await done(workspace.get(`/prices?customer=QUAY&sku=${sku}&qty=${qty}&${query(at)}`))
      return visible ? price.unit : null
    }),
  )
  if (total === null) {
    return lines.flatMap(({ sku, qty, unit }: any, i: number) =>
      prices[i] !== null && prices[i] <= unit ? [] : [{ sku, qty, promised: unit, actual: prices[i] }],
    )
  }
  const sum = prices.includes(null) ? null : prices.reduce((sum, price, i) => sum + price * lines[i].qty, 0)
  return sum !== null && sum <= total ? [] : [{ sku: null, qty: null, promised: total, actual: sum }]
}

const qty = fc.constantFrom(1, 3, 7)
const anyPromise = fc.oneof(
  fc.record({
    lines: fc.uniqueArray(fc.record({ sku: fc.constantFrom(...SKUS), qty, unit: fc.integer({ min: 1, max: 5_000 }) }), {
      minLength: 1,
      selector: ({ sku, qty: of }) => `${sku} ${of}`,
    }),
  }),
  fc.record({
    lines: fc.uniqueArray(fc.record({ sku: fc.constantFrom(...SKUS), qty }), {
      minLength: 1,
      selector: ({ sku, qty: of }) => `${sku} ${of}`,
    }),
    total: fc.integer({ min: 1, max: 40_000 }),
  }),
)

test('a promise is broken exactly where the prices of that time are above it: now, earlier and later', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: byDepth({ quick: 4, deep: 10 }) }),
      fc.array(anyPromise, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 1, max: 5_000 }),
      async (steps, promises, ahead, scheduledPrice) => {
        const workspace = await shopInTime(service)
        const began = service.time.now
        for (const act of steps) {
          await act(workspace, service.time.now)
          service.later()
        }
        const { priceChangeId: id } = await change(workspace, 'A-1', scheduledPrice)
        if (id) await schedulePriceChange(workspace.context, { id, at: minutes(ahead) })
        await done(put(workspace, ...promises.map((one, i) => promised({ reference: `P-${i}`, ...one }))))
        const times = [undefined, began, minutes(-1), ...[ahead - 1, ahead, 200].map(minutes)]
        for (const at of times) {
          for (const found of await checked(workspace, at)) {
            const broken = await expectedBroken(workspace, found, at)
            expect({ at, broken: found.broken, holds: found.holds }).toEqual({ at, broken, holds: broken.length === 0 })
          }
        }
        for (const found of await checked(workspace)) {
          if (found.breaksAt === null) continue
          const [breaksAt, soon] = [Date.parse(found.breaksAt), service.time.now.getTime() + 1]
          // What is due already, and not published yet, breaks it at once.
          expect(await expectedBroken(workspace, found, new Date(Math.max(breaksAt, soon)))).not.toEqual([])
          if (breaksAt > soon) expect(await expectedBroken(workspace, found, new Date(breaksAt - 1))).toEqual([])
        }
      },
    ),
    { numRuns: byDepth({ quick: 2, deep: 40 }) },
  )
})

test('a promise is replaced by its reference, checked, and over at its end', async () => {
  const workspace = await shopInTime(service)
  const basket = promised({
    reference: 'Basket',
    lines: [
      { sku: 'a-1', qty: 10 },
      { sku: 'B-2', qty: 2 },
    ],
    total: 30_599,
    note: 'By telephone.',
  })
  expect(await done(put(workspace, promised(), basket))).toEqual({ created: 2, updated: 0 })
  const { headers } = await workspace.get('/promises')
  expect(await done(put(workspace, promised({ reference: 'gold-1', until: minutes(5).toISOString() })))).toEqual({
    created: 0,
    updated: 1,
  })
  const tag = (await workspace.get('/promises')).headers.get('etag')!
  expect(tag).not.toBe(headers.get('etag'))
  // The same again writes nothing.
  await done(put(workspace, basket))
  expect((await workspace.get('/promises')).headers.get('etag')).toBe(tag)

  const [gold, second] = await checked(workspace)
  expect(gold).toMatchObject({ reference: 'gold-1', holds: true, broken: [], breaksAt: null, total: null })
  expect(second).toMatchObject({
    reference: 'Basket',
    customer: { accountCode: 'QUAY' },
    lines: [
      { sku: 'A-1', qty: 10, unit: null },
      { sku: 'B-2', qty: 2, unit: null },
    ],
    holds: false,
    broken: [{ sku: null, qty: null, promised: 30_599, actual: 30_600 }],
    note: 'By telephone.',
  })
  expect(await checked(workspace, minutes(5))).toEqual([{ ...second, breaksAt: null }])
  service.later(5 * 60_000)
  expect((await checked(workspace)).map(({ reference }) => reference)).toEqual(['Basket'])
  const { body } = await workspace.get('/promises?limit=1&offset=1')
  expect(body).toEqual({ data: [], nextOffset: null, currency: 'GBP' })
})

test('what only the clock breaks is foretold: an agreed price that ends, and a change that is scheduled', async () => {
  const workspace = await shopInTime(service)
  const ends = minutes(20)
  await setAgreedPrice(workspace.context, {
    customer: 'QUAY',
    sku: 'A-1',
    unit: 770,
    minQty: 1,
    startsAt: null,
    endsAt: ends,
  })
  const { priceChangeId: id } = await change(workspace, 'B-2', 3_000)
  await schedulePriceChange(workspace.context, { id, at: minutes(30) })
  await done(
    put(
      workspace,
      promised({ reference: 'agreed', lines: [{ sku: 'A-1', unit: 770 }] }),
      promised({ reference: 'agreed until then', lines: [{ sku: 'A-1', unit: 770 }], until: ends.toISOString() }),
      promised({ reference: 'scheduled', lines: [{ sku: 'B-2', unit: 2_550 }] }),
      promised({ reference: 'higher', lines: [{ sku: 'B-2', unit: 3_000 }] }),
    ),
  )
  const found = await checked(workspace)
  expect(Object.fromEntries(found.map(({ reference, holds, breaksAt }) => [reference, [holds, breaksAt]]))).toEqual({
    'agreed until then': [true, null],
    agreed: [true, ends.toISOString()],
    scheduled: [true, minutes(30).toISOString()],
    higher: [true, null],
  })

  // The change is due, and not published yet.
  const scheduled = () => checked(workspace).then((all) => all.find(({ reference }) => reference === 'scheduled'))
  const foretold = await scheduled()
  service.later(31 * 60_000)
  expect(await scheduled()).toEqual(foretold)
})

test('a promise on a product that the customer no longer sees, or that is deleted, is broken', async () => {
  const workspace = await shopInTime(service)
  await done(put(workspace, promised(), promised({ reference: 'B', lines: [{ sku: 'B-2', unit: 9_999 }] })))
  const { db } = workspace.context
  await db
    .updateTable('product')
    .set({ active: false })
    .where('sku', '=', 'A-1')
    .where('workspace_id', '=', workspace.id)
    .execute()
  await db.deleteFrom('product').where('sku', '=', 'B-2').where('workspace_id', '=', workspace.id).execute()
  expect((await checked(workspace)).flatMap(({ broken }) => broken).toSorted(bySku)).toEqual([
    { sku: 'A-1', qty: 1, promised: 2_550, actual: null },
    { sku: 'B-2', qty: 1, promised: 9_999, actual: null },
  ])
})

test('a workspace has so many lines of promises, and can change those that it has', async () => {
  const workspace = await shopInTime(service)
  const lines = Array.from({ length: 100 }, (_, line) => ({ sku: 'A-1', qty: 1 + line, unit: 1 }))
  const rows = Array.from({ length: 50 }, (_, i) => promised({ reference: `R-${i}`, lines }))
  await done(put(workspace, ...rows))
  expect(await put(workspace, promised())).toEqual(refusal(400, 'invalid_request'))
  await done(put(workspace, promised({ reference: 'R-1' })))
  expect(await done(put(workspace, promised()))).toEqual({ created: 1, updated: 0 })
})

test('rows that cannot be taken are named, and nothing is written', async () => {
  const workspace = await shopInTime(service)
  await send(workspace, [item({ sku: 'C-3' })])
  const refused = await put(
    workspace,
    promised({
      customer: 'NOBODY',
      lines: [
        { sku: 'A-1', unit: 1 },
        { sku: 'X-9', unit: 1 },
      ],
    }),
    promised(),
  )
  expect(invalidFields(refused)).toEqual(['promises.0.customer', 'promises.0.lines.1.sku', 'promises.1.reference'])
  const malformed = await put(
    workspace,
    promised({ lines: [{ sku: 'A-1' }, { sku: 'a-1', unit: 1 }], until: 'June' }),
    promised({ total: 100 }),
    promised({ lines: [{ sku: 'A-1', qty: 0, unit: 0.5 }] }),
    promised({ lines: [], total: -1 }),
  )
  expect(invalidFields(malformed)).toEqual([
    'promises.0.lines.0.unit',
    'promises.0.lines.1.sku',
    'promises.0.until',
    'promises.1.lines.0.unit',
    'promises.2.lines.0.qty',
    'promises.2.lines.0.unit',
    'promises.3.lines',
    'promises.3.total',
  ])
  expect(await checked(workspace)).toEqual([])
})

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byDepth } from '../given/depth.ts'
import { anyCall, callOrWait } from '../isolation/calls.ts'
import { KINDS } from '../isolation/values.ts'
import type { Call } from '../isolation/calls.ts'
import { START } from '../isolation/start.ts'
import { Trader } from '../isolation/trader.ts'
import type { Ids, Mark, Others } from '../isolation/trader.ts'
import { useOwnService } from '../given/service.ts'
import type { TestService } from '../given/service.ts'

const RUNS = Number(process.env['ISOLATION_RUNS'] ?? byDepth({ quick: 1, deep: 4 }))
const SEED = process.env['ISOLATION_SEED']

const MINE: Mark = { word: 'zqalfa', digit: 1 }
const BUSY: Mark = { word: 'zqbravo', digit: 2 }
const STILL: Mark = { word: 'zqcharlie', digit: 3 }
/** When workspaces begin, and when the calls do: both are the same in company and alone. */
const START_TIME = new Date('2026-03-02T09:30:00.000Z')
const CALLS_TIME = new Date('2026-03-02T09:45:00.000Z')
const NO_TAG = `"${'A'.repeat(43)}"`

const crowded = useOwnService()
const empty = useOwnService()

async function trader(service: TestService, mark: Mark, currency: string): Promise<Trader> {
  const trader = new Trader(service, await service.workspace({ currency }), mark)
  await play(service, trader, START, START_TIME)
  await trader.learn()
  return trader
}

/** What the calls come to, one after the other, with the clock moved on between them. */
async function play(service: TestService, trader: Trader, calls: Call[], from: Date): Promise<unknown[]> {
  const outcomes = []
  service.time.now = from
  for (const call of calls) {
    service.later(1_000)
    // Ids are in the order of time, but for those of one millisecond.
    for (const now = Date.now(); Date.now() === now;) await new Promise(setImmediate)
    outcomes.push([call, await trader.do(call)])
  }
  return outcomes
}

/** Beside a workspace in which the same things go on all the time, and one that nothing happens in. */
async function amongOthers(calls: Call[], theirs: Call[]): Promise<{ outcomes: unknown[]; sizes: Ids }> {
  const [mine, busy, still] = [
    await trader(crowded, MINE, 'GBP'),
    await trader(crowded, BUSY, 'EUR'),
    await trader(crowded, STILL, 'JPY'),
  ]
  const before = await still.everything()
  const sizes = both(busy.ids, still.ids)
  mine.others = { mark: STILL, ids: sizes, tagOf: (path) => still.tags.get(path) ?? busy.tags.get(path) ?? NO_TAG }
  busy.others = { mark: MINE, ids: mine.ids, tagOf: (path) => mine.tags.get(path) ?? NO_TAG }

  const over = new AbortController()
  const [outcomes] = await Promise.all([
    play(crowded, mine, calls, CALLS_TIME).finally(() => over.abort()),
    keepBusy(busy, theirs, over.signal),
  ])
  for (const [call, outcome] of outcomes as [Call, unknown][]) expectOwn(mine, call, outcome)
  expect(await still.everything()).toEqual(before)
  return { outcomes, sizes }
}

async function keepBusy(trader: Trader, calls: Call[], over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    for (const call of calls) if (!over.aborted) expectOwn(trader, call, await trader.do(call))
  }
}

/** With ids that nobody has in place of those of others. */
async function alone(calls: Call[], sizes: Ids): Promise<unknown[]> {
  const mine = await trader(empty, MINE, 'GBP')
  const ids = Object.fromEntries(KINDS.map((kind) => [kind, sizes[kind].map(() => randomUUID())])) as Ids
  mine.others = { mark: STILL, ids, tagOf: () => NO_TAG } satisfies Others
  return play(empty, mine, calls, CALLS_TIME)
}

function both(one: Ids, other: Ids): Ids {
  return Object.fromEntries(KINDS.map((kind) => [kind, [...one[kind], ...other[kind]]])) as Ids
}

/** No word and no amount of another workspace is in an outcome, unless the call said it. */
function expectOwn({ mark, others }: Trader, call: Call, outcome: unknown): void {
  const text = JSON.stringify(outcome) ?? ''
  const foreign = [MINE, BUSY, STILL].filter(({ word }) => word !== mark.word).map(({ word }) => word)
  const asked = JSON.stringify(call).includes('{other.mark}') ? others!.mark.word : null
  expect(foreign.filter((word) => word !== asked && text.includes(word))).toEqual([])
  const amounts = [...text.matchAll(/"(?:list|newPrice|currentPrice|creditLimit)":(\d+)/g)].map(([, amount]) =>
    Number(amount),
  )
  expect(amounts.filter((amount) => amount !== 0 && amount % 10 !== mark.digit)).toEqual([])
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** With the entries of feeds in an order of their own: the records of one call have ids in any order. */
function sorted(outcome: unknown): unknown {
  if (typeof outcome !== 'object' || outcome === null) return outcome
  if (!Array.isArray(outcome)) {
    return Object.fromEntries(Object.entries(outcome).map(([name, value]) => [name, sorted(value)]))
  }
  const isFeed =
    outcome.length > 0 &&
    outcome.every((one) => typeof one?.at === 'string' && ('visible' in one || 'deleted' in one || 'order' in one))
  if (!isFeed) return outcome.map(sorted)
  const keyed = outcome.map((entry) => ({ entry, key: JSON.stringify(entry).replaceAll(UUID, '') }))
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ entry }) => entry)
}

/** Gives ids, tags, fingerprints and cursors the numbers in which they come, so that outcomes can be compared. */
function renamed(outcomes: unknown[]): unknown[] {
  const names = new Map<string, string>()
  const pattern =
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{12}(?:-[0-9a-f]{12}){3}|(?<=\\")[\w-]{43,}(?=\\")|(?<="nextCursor":")[\w-]+/gi
  const text = JSON.stringify(sorted(outcomes)).replaceAll(pattern, (id) => names.getOrInsert(id, `#${names.size + 1}`))
  return JSON.parse(text)
}

test(
  'whatever goes on in other workspaces, a workspace is as if it were alone',
  async () => {
    const calls = fc.array(callOrWait, { minLength: 15, maxLength: 30, size: 'max' })
    await fc.assert(
      fc.asyncProperty(
        calls,
        fc.array(anyCall, { minLength: 10, maxLength: 20, size: 'max' }),
        async (calls, theirs) => {
          const { outcomes, sizes } = await amongOthers(calls, theirs)
          const others = renamed(await alone(calls, sizes))
          for (const [i, outcome] of renamed(outcomes).entries()) expect(outcome).toEqual(others[i])
        },
      ),
      { numRuns: RUNS, endOnFailure: true, ...(SEED && { seed: Number(SEED) }) },
    )
  },
  RUNS * 20_000,
)

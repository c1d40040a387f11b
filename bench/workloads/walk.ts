import assert from 'node:assert/strict'
import { numberOf } from '../catalogue.ts'
import { read } from '../expect.ts'
import type { Bench, Figures, Workload } from '../workload.ts'
import { summary } from '../load.ts'

/** Each walks in pages of its own length, so that none reads what another has just been told. */
const WALKERS = [50, 49, 48]
/** What a walk may take in all, in seconds; what it has not come to is then asked for at its end. */
const PATIENCE_S = 180

type Step = { offset: number; milliseconds: number }

/** Several walks over all pages at once, by `nextOffset`: what the last tenth costs, beside the first. */
export const walk: Workload = {
  name: 'walk',
  targets: [{ figure: 'growth', atMost: 2, at: ['10k', '100k', '1m'] }],
  run: async (bench, note) => {
    const until = performance.now() + PATIENCE_S * 1000
    const started = performance.now()
    const walks = await Promise.all(WALKERS.map((limit) => walkAll(bench, limit, until)))
    const seconds = (performance.now() - started) / 1000
    const steps = walks.flatMap((walk) => walk.steps)
    const { products } = bench.filled
    const furthest = Math.max(...steps.map(({ offset }) => offset))
    if (walks.some((walk) => !walk.finished)) {
      note(`given up after ${PATIENCE_S} s at offset ${furthest}; the last pages were then asked for by themselves`)
      for (let i = 1; i <= 5; i++) steps.push((await step(bench, products - i * 50, 50)).step)
    }
    const first = steps.filter(({ offset }) => offset < products / 10)
    const last = steps.filter(({ offset }) => offset >= products * 0.9)
    const { p50, p99 } = summary(steps.map(({ milliseconds }) => milliseconds))
    return { perSecond: steps.length / seconds, p50, p99, seconds, growth: mean(last) / mean(first) } satisfies Figures
  },
}

async function walkAll(bench: Bench, limit: number, until: number): Promise<{ steps: Step[]; finished: boolean }> {
  const steps: Step[] = []
  const seen = new Uint8Array(bench.filled.products)
  let offset: number | null = 0
  while (offset !== null && performance.now() < until) {
    const { step: taken, body } = await step(bench, offset, limit)
    steps.push(taken)
    for (const { sku } of body.data) {
      assert.equal(seen[numberOf(sku)]!++, 0, `${sku} comes twice, at offset ${offset} the second time`)
    }
    offset = body.nextOffset
  }
  const missing = seen.indexOf(0)
  if (offset === null) assert.equal(missing, -1, `a walk by pages of ${limit} does not come by product ${missing}`)
  return { steps, finished: offset === null }
}

async function step(bench: Bench, offset: number, limit: number): Promise<{ step: Step; body: any }> {
  const started = performance.now()
  const { body } = await read(bench, `/products?limit=${limit}&offset=${offset}`)
  return { step: { offset, milliseconds: performance.now() - started }, body }
}

function mean(steps: Step[]): number {
  return steps.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / steps.length
}

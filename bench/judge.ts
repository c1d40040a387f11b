import type { Figures, Options, Result, Target } from './workload.ts'

/** The embedded database is to reach half of what is asked of a server: half the rate, twice the time. */
const EMBEDDED = 2
const SCALED = new Set<keyof Figures>(['perSecond', 'p99', 'seconds'])

/** The targets that hold for this run, each with whether it is met. A quick run has none. */
export function judge(targets: Target[], figures: Figures, { engine, size, quick }: Options): Result['targets'] {
  if (quick) return []
  return targets
    .filter((target) => (target.at ?? ['10k', '100k']).includes(size) && (target.engine ?? engine) === engine)
    .map((target) => {
      const factor = engine === 'embedded' && !target.engine && SCALED.has(target.figure) ? EMBEDDED : 1
      const value = figures[target.figure]
      const [atLeast, atMost] = [target.atLeast && target.atLeast / factor, target.atMost && target.atMost * factor]
      const met =
        value !== undefined && value >= (atLeast ?? -Infinity) && value <= (atMost ?? target.atMost ?? Infinity)
      return { text: describe(target.figure, atLeast, atMost ?? target.atMost), met }
    })
}

const UNITS: Partial<Record<keyof Figures, string>> = {
  perSecond: '/s',
  p99: ' ms p99',
  seconds: ' s',
  processors: ' processors',
  memory: ' MB',
  growth: 'x',
  errors: ' errors',
}

function describe(figure: keyof Figures, atLeast: number | undefined, atMost: number | undefined): string {
  return `${atLeast === undefined ? `<= ${atMost}` : `>= ${atLeast}`}${UNITS[figure] ?? ''}`
}

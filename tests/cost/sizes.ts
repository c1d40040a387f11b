import type { Parameters } from 'fast-check'

const { COST_RUNS, COST_SEED, COST_PATH } = process.env
const TIMES = Number(COST_RUNS ?? 1)

/** As many as that, or COST_RUNS times as many. */
export function times(count: number): number {
  return Math.ceil(count * TIMES)
}

/** How often a property runs; what fails says its seed and path, and COST_SEED and COST_PATH bring it back. */
export function runs<T>(count: number): Parameters<T> {
  return {
    numRuns: times(count),
    ...(COST_SEED ? { seed: Number(COST_SEED) } : {}),
    ...(COST_PATH ? { path: COST_PATH } : {}),
  }
}

/** Whether all figures are to be shown, not only those of what costs too much. */
export const SHOWN = COST_RUNS !== undefined

/** Time for a test whose sizes may be multiplied, in milliseconds. */
export const PATIENCE_MS = 120_000 * Math.max(1, TIMES)

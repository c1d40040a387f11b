import type { Parameters } from 'fast-check'

const { FUZZ_RUNS, FUZZ_SEED, FUZZ_PATH } = process.env

/**
 * How often a property runs: `count` times, or FUZZ_RUNS times as often. Each run of the tests draws other inputs; what
 * fails says its seed and path, and FUZZ_SEED and FUZZ_PATH bring it back.
 */
export function runs<T>(count: number): Parameters<T> {
  return {
    numRuns: Math.ceil(count * Number(FUZZ_RUNS ?? 1)),
    ...(FUZZ_SEED ? { seed: Number(FUZZ_SEED) } : {}),
    ...(FUZZ_PATH ? { path: FUZZ_PATH } : {}),
  }
}

/** Time for a test whose runs may be multiplied, in milliseconds. */
export const PATIENCE_MS = 60_000 * Math.max(1, Number(FUZZ_RUNS ?? 1))

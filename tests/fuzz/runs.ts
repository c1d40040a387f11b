import type { Parameters } from 'fast-check'
import { byDepth } from '../given/depth.ts'

const { FUZZ_RUNS, FUZZ_SEED, FUZZ_PATH } = process.env
const TIMES = Number(FUZZ_RUNS ?? byDepth({ quick: 0.25, deep: 0.5 }))

/**
 * How often a property runs: a quarter of `count` in `npm test`, a half in `npm run test:deep`, or FUZZ_RUNS
 * times as often. What fails says its seed and path, and FUZZ_SEED and FUZZ_PATH bring it back.
 */
export function runs<T>(count: number): Parameters<T> {
  return {
    numRuns: Math.ceil(count * TIMES),
    ...(FUZZ_SEED ? { seed: Number(FUZZ_SEED) } : {}),
    ...(FUZZ_PATH ? { path: FUZZ_PATH } : {}),
  }
}

/** Time for a test whose runs may be multiplied, in milliseconds. */
export const PATIENCE_MS = 60_000 * Math.max(1, TIMES)

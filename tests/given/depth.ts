import { inject } from 'vitest'

/** How many rounds or generated inputs there are: few in `npm test`, many in `npm run test:deep`. */
export function byDepth({ quick, deep }: { quick: number; deep: number }): number {
  return inject('deep') ? deep : quick
}

/** One of so many, drawn by the seed, for what would take too long in each deep run; with TEST_WHOLE, all. */
export function oneOf<T>(parts: number, all: readonly T[]): T[] {
  if (process.env['TEST_WHOLE']) return [...all]
  return all.filter((_, i) => i % parts === inject('seed') % parts)
}

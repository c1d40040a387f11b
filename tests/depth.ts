import { inject } from 'vitest'

/** How many rounds or generated inputs there are: few in `npm test`, many in `npm run test:deep`. */
export function byDepth({ quick, deep }: { quick: number; deep: number }): number {
  return inject('deep') ? deep : quick
}

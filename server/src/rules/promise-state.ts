/** A promise that ends within so many days ends soon. */
export const ENDS_SOON_DAYS = 14
const DAY_MS = 86_400_000

export const PROMISE_STATES = ['broken', 'ends_soon', 'holds', 'ended'] as const
export type PromiseState = (typeof PROMISE_STATES)[number]

/** How a promise stands at a time. */
export function promiseState({ holds, until }: { holds: boolean; until: Date }, now: Date): PromiseState {
  if (until <= now) return 'ended'
  if (!holds) return 'broken'
  return until.getTime() - now.getTime() <= ENDS_SOON_DAYS * DAY_MS ? 'ends_soon' : 'holds'
}

import { createRequire, syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll } from 'vitest'

const timers = createRequire(import.meta.url)('node:timers/promises') as typeof import('node:timers/promises')
/** In milliseconds. */
const LONGEST = 20

/** Shortens the waits of this process while the tests of a file run. */
export function useShortWaits(): void {
  let restore: () => void
  beforeAll(() => void (restore = shortenWaits()))
  afterAll(() => restore())
}

/** Shortens the waits of this process, until what is returned is called: answers that take a fixed time come sooner. */
export function shortenWaits(): () => void {
  const wait = timers.setTimeout
  const replace = (by: typeof wait) => {
    timers.setTimeout = by
    syncBuiltinESMExports()
  }
  replace((ms, ...rest) => wait(Math.min(ms ?? 0, LONGEST), ...rest))
  return () => replace(wait)
}

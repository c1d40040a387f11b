import { createRequire, syncBuiltinESMExports } from 'node:module'

const timers = createRequire(import.meta.url)('node:timers/promises') as typeof import('node:timers/promises')
/** In milliseconds. */
const LONGEST = 20

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

import { useSyncExternalStore } from 'react'

/** How often it is looked at, in milliseconds. */
const EVERY_MS = 10_000

/** Whether a time has passed, also while the page is open. Null never does. */
export function useHasPassed(time: number | null): boolean {
  return useSyncExternalStore(everyNow, () => time !== null && time <= Date.now())
}

function everyNow(listener: () => void): () => void {
  const timer = setInterval(listener, EVERY_MS)
  return () => clearInterval(timer)
}

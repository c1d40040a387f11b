import { setImmediate } from 'node:timers/promises'

/**
 * How often to yield to the event loop, in milliseconds; one entry may take longer. A read needs a few turns of the
 * loop.
 */
const YIELD_EVERY_MS = 2

/** Maps many entries in time slices. Between two slices, the event loop handles what has arrived. */
export async function mapInSlices<T, R>(entries: Iterable<T>, map: (entry: T) => R): Promise<R[]> {
  const mapped: R[] = []
  let began = performance.now()
  for (const entry of entries) {
    mapped.push(map(entry))
    if (performance.now() - began < YIELD_EVERY_MS) continue
    await setImmediate()
    began = performance.now()
  }
  return mapped
}

import { setImmediate } from 'node:timers/promises'

/** The longest that the event loop is held, in milliseconds; one entry may take longer. */
const SLICE_MS = 5

/** Maps entries that may take long together: whenever a while has passed, what has come in meanwhile goes between. */
export async function mapInSlices<T, R>(entries: readonly T[], map: (entry: T) => R): Promise<R[]> {
  const mapped: R[] = []
  let began = performance.now()
  for (const entry of entries) {
    mapped.push(map(entry))
    if (performance.now() - began < SLICE_MS) continue
    await setImmediate()
    began = performance.now()
  }
  return mapped
}

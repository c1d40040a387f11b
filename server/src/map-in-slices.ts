import { setImmediate, setTimeout } from 'node:timers/promises'

/**
 * How often to yield to the event loop, in milliseconds; one entry may take longer. A read needs a few turns of the
 * loop.
 */
const YIELD_EVERY_MS = 2
/** Work that takes longer also rests between two slices, in milliseconds. */
const RESTS_AFTER_MS = 20

/**
 * Maps many entries in time slices. Between two slices, the event loop handles what has arrived. Large work also rests
 * for as long as each slice took, so that the reads of others have half of the processor.
 */
export async function mapInSlices<T, R>(entries: readonly T[], map: (entry: T) => R): Promise<R[]> {
  const mapped: R[] = []
  const started = performance.now()
  let began = started
  for (const entry of entries) {
    mapped.push(map(entry))
    const took = performance.now() - began
    if (took < YIELD_EVERY_MS) continue
    if (began - started < RESTS_AFTER_MS) await setImmediate()
    else await setTimeout(took)
    began = performance.now()
  }
  return mapped
}

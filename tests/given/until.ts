import { setTimeout } from 'node:timers/promises'

/**
 * Asks until it is so. Throws where that takes longer than it may, in milliseconds: a loop behind a test that has
 * failed would go on beside the tests of other files.
 */
export async function until(
  isSo: () => Promise<boolean> | boolean,
  { withinMs = 60_000, everyMs = 50 } = {},
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It is not so after ${withinMs} ms: ${String(isSo)}`)
    await setTimeout(everyMs)
  }
}

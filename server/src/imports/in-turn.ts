import { setTimeout } from 'node:timers/promises'
import type { WorkspaceContext } from '../context.ts'
import { BUSY } from '../errors.ts'
import type { ImportTools } from './tools.ts'

/** The pause where the queue is full, in milliseconds, and how often it may be. */
const BUSY_MS = 1_000
const BUSY_TIMES = 60

/** Runs work in the fair queue of bulk calls, and asks again while that is full. Throws BUSY where it stays so. */
export async function inTurn<T>(
  { runQueued }: Pick<ImportTools, 'runQueued'>,
  context: WorkspaceContext,
  work: (turn: WorkspaceContext) => Promise<T>,
): Promise<T> {
  for (let busy = 1; ; busy++) {
    try {
      return await runQueued(context, work)
    } catch (error) {
      if (error !== BUSY || busy === BUSY_TIMES) throw error
    }
    await setTimeout(BUSY_MS)
  }
}

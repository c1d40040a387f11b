import { stat } from 'node:fs/promises'
import { BUSY, OperatorError, Unavailable } from '../errors.ts'
import { FairQueue } from '../fair-queue.ts'
import type { FileRead } from '../spreadsheets/files/file-thread.ts'
import { readInThread, TakesTooMuch } from '../spreadsheets/files/read-in-thread.ts'
import { TimeBudget } from '../time-budget.ts'

/** How files of one size are read. Workspaces take turns; each file takes memory and most of a processor. */
type Lane = { queue: FairQueue; processorMs: number; niceness: number }

/**
 * Small files first. What a file takes shows only when it is read: a workbook may be small and still large. So each begins here,
 * and has to end soon; what does not, begins anew among the large ones.
 */
const SMALL: Lane = {
  queue: new FairQueue({ slots: 1, maxWaiting: 16, budget: new TimeBudget({ rate: 0.25, savedMs: 2_000 }) }),
  processorMs: 700,
  niceness: 0,
}

/** Two files at a time, of two workspaces. The rest of the service goes first. */
const LARGE: Lane = {
  queue: new FairQueue({
    slots: 2,
    perOwner: { alone: 1, contended: 1 },
    maxWaiting: 16,
    budget: new TimeBudget({ rate: 0.5, savedMs: 20_000 }),
  }),
  processorMs: 20_000,
  niceness: 10,
}

/** Files of more bytes are large in any case. */
const MAX_SMALL_BYTES = 8 * 1_048_576

/** For waiting and reading together, in milliseconds: rows are kept after that, and a route answers within 55 s. */
const TIMEOUT_MS = 40_000

/** `parts`: the file to which the rows are written. `gone`: aborts once nobody waits for the file any more. */
type Asked = { path: string; parts: string; gone: AbortSignal }

/**
 * Reads a file in its turn, in a thread. Throws an OperatorError with a sentence for a file that cannot be taken, and
 * Unavailable where too many others wait.
 */
export async function readQueued(workspaceId: string, asked: Asked): Promise<FileRead> {
  const late = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const { size } = await stat(asked.path)
    if (size > MAX_SMALL_BYTES) return await readIn(LARGE, workspaceId, asked, late)
    return await readIn(SMALL, workspaceId, asked, late).catch((error) => {
      if (error instanceof TakesTooMuch) return readIn(LARGE, workspaceId, asked, late)
      throw error
    })
  } catch (error) {
    if (asked.gone.aborted) throw BUSY
    throw late.aborted && !(error instanceof OperatorError || error instanceof Unavailable) ? new TakesTooMuch() : error
  }
}

async function readIn(lane: Lane, workspaceId: string, { path, parts, gone }: Asked, late: AbortSignal) {
  const { queue, processorMs, niceness } = lane
  const release = await queue.acquire(workspaceId, { limitMs: TIMEOUT_MS })
  try {
    return await readInThread({ path, parts, niceness, processorMs, signal: AbortSignal.any([gone, late]) })
  } finally {
    release()
  }
}

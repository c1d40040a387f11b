import { stat } from 'node:fs/promises'
import { BUSY, OperatorError, Unavailable } from '../../errors.ts'
import { Limiter } from '../../limiter.ts'
import type { FileRead } from './file-thread.ts'
import { readInThread, TakesTooMuch } from './read-in-thread.ts'

/**
 * How files of one size are read. Workspaces take turns; each file takes memory and most of a processor. `niceness`:
 * the rest of the service goes first.
 */
type Lane = { queue: Limiter; processorMs: number; niceness: number }

/**
 * Small files first. What a file takes shows only when it is read: a workbook may be small and still large. So each
 * begins here, and has to end soon; what does not, begins anew among the large ones.
 */
const SMALL: Lane = {
  queue: new Limiter({ slots: 1, inProgress: 16 }),
  processorMs: 400,
  niceness: 5,
}

/** Two files at a time, of two workspaces. Small ones go first. */
const LARGE: Lane = {
  queue: new Limiter({ slots: { all: 2, perOwner: 1 }, inProgress: 16 }),
  processorMs: 20_000,
  niceness: 10,
}

/** Files of more bytes are large in any case. */
const MAX_SMALL_BYTES = 8 * 1_048_576

/** How long a file may wait for its turn, and be read then, in milliseconds: a route answers within 55 s. */
const MAX_WAIT_MS = 20_000
const MAX_READING_MS = 30_000

const OTHERS_FIRST = new Unavailable('Other files are being read at the moment. Try again in a minute.', 60)

/** `parts`: the file to which the rows are written. `gone`: aborts once nobody waits for the file any more. */
type Asked = { path: string; parts: string; gone: AbortSignal; encoding?: string | undefined }

/**
 * Reads a file in its turn, in a thread. Throws an OperatorError with a sentence for a file that cannot be taken, and
 * Unavailable where others take too long, or `gone` aborts.
 */
export async function readQueued(workspaceId: string, asked: Asked): Promise<FileRead> {
  const { size } = await stat(asked.path)
  if (size > MAX_SMALL_BYTES) return readIn(LARGE, workspaceId, asked)
  return readIn(SMALL, workspaceId, asked).catch((error) => {
    if (error instanceof TakesTooMuch) return readIn(LARGE, workspaceId, asked)
    throw error
  })
}

async function readIn(lane: Lane, workspaceId: string, { gone, ...file }: Asked): Promise<FileRead> {
  const { queue, processorMs, niceness } = lane
  const release = await queue.acquire(workspaceId, { limitMs: MAX_WAIT_MS }).catch((error) => {
    throw error === BUSY ? OTHERS_FIRST : error
  })
  const late = AbortSignal.timeout(MAX_READING_MS)
  try {
    return await readInThread({ ...file, niceness, processorMs, signal: AbortSignal.any([gone, late]) })
  } catch (error) {
    if (gone.aborted) throw BUSY
    throw late.aborted && !(error instanceof OperatorError) ? new TakesTooMuch() : error
  } finally {
    release()
  }
}

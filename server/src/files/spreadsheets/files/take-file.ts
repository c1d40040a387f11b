import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { BUSY, invalidField, OperatorError, Unavailable } from '../../../errors.ts'
import { withIncomingFile } from '../../../lib/incoming-file.ts'
import { Limiter } from '../../../lib/limiter.ts'
import { moduleUrl } from '../../../lib/module-url.ts'
import { writeBody } from '../../../lib/write-body.ts'
import type { FileRead, PartRange, ThreadMessage, ThreadTask } from './file-thread.ts'
import type { FileDescription, FilePart, ReadOptions } from './read-file.ts'

/** A file that is read. Its parts can be read in their order, as long as the work with it goes on. */
export type TakenFile = { file: FileDescription; bytes: number; parts: () => AsyncGenerator<FilePart> }

type Taking = { workspaceId: string; images?: { incoming: string } }

/** `gone`: aborts once the client has left. */
export type SentFile = { body: Readable; gone: AbortSignal } & ReadOptions

/**
 * Takes a file that is sent, CSV or Excel workbook, reads it in its turn, and does the work with it. Nothing of it is
 * kept. `find`: what is known of the file already, by its path; then it is not read. `otherwise`: what to do about a file
 * of more bytes. Throws InvalidInput with a sentence for a file that cannot be taken, and Unavailable.
 */
export async function takeFile<T>(
  { workspaceId, images = { incoming: join(tmpdir(), 'trade-catalogue-incoming') } }: Taking,
  { body, ...sent }: SentFile,
  { maxBytes, otherwise }: { maxBytes: number; otherwise: string },
  work: (taken: TakenFile) => Promise<T>,
  find?: (path: string) => Promise<T | undefined>,
): Promise<T> {
  const tooLarge = () => new OperatorError(`The file is larger than ${maxBytes / 1_048_576} MB. ${otherwise}`)
  return withIncomingFile(images, (path) =>
    withIncomingFile(images, async (parts) => {
      try {
        await writeBody(body, path, { maxBytes, tooLarge })
        const known = await find?.(path)
        if (known !== undefined) return known
        const { parts: places, ...read } = await readQueued(workspaceId, { ...sent, path, parts })
        return await work({ ...read, parts: () => partsIn(parts, places) })
      } catch (error) {
        if (error instanceof OperatorError) throw invalidField('file', error.message)
        throw error
      }
    }),
  )
}

async function* partsIn(path: string, places: readonly PartRange[]): AsyncGenerator<FilePart> {
  await using file = await open(path)
  for (const { at, bytes, ...place } of places) {
    const { buffer } = await file.read({ buffer: Buffer.alloc(bytes), position: at })
    yield { ...place, lines: buffer.toString() }
  }
}

/** Two files at a time, of two workspaces: each takes memory and most of a processor. */
const queue = new Limiter({ slots: { all: 2, perOwner: 1 } })
/** What a file may use of a processor, in milliseconds. */
const PROCESSOR_MS = 20_000

/** How long a file may wait for its turn, and be read then, in milliseconds: a route answers within 55 s. */
const MAX_WAIT_MS = 20_000
const MAX_READING_MS = 30_000

const OTHERS_FIRST = new Unavailable('Other files are being read at the moment. Try again in a minute.', 60)

/** `parts`: the file to which the rows are written. */
type Asked = Omit<SentFile, 'body'> & { path: string; parts: string }

/** Reads a file in its turn, in a thread. */
async function readQueued(workspaceId: string, { gone, ...file }: Asked): Promise<FileRead> {
  const release = await queue.acquire(workspaceId, { limitMs: MAX_WAIT_MS }).catch((error) => {
    throw error === BUSY ? OTHERS_FIRST : error
  })
  const late = AbortSignal.timeout(MAX_READING_MS)
  try {
    const signal = AbortSignal.any([gone, late])
    return await readInThread({ ...file, processorMs: PROCESSOR_MS, signal })
  } catch (error) {
    if (gone.aborted) throw BUSY
    throw late.aborted && !(error instanceof OperatorError) ? new TakesTooMuch() : error
  } finally {
    release()
  }
}

const THREAD = moduleUrl('file-thread', import.meta)
/** Memory of a thread, for its objects. */
const MAX_HEAP_MB = 256
/** How often the processor time of a thread is looked at, in milliseconds. */
const LOOK_MS = 50

/** A file took more memory or time than it may. */
class TakesTooMuch extends OperatorError {
  constructor() {
    super('The file takes too much memory or time to read. Split it into several files, or save it as CSV.')
  }
}

/** `processorMs`: what the thread may use of a processor, in milliseconds. `signal` ends it. */
type ThreadOptions = ThreadTask & { processorMs: number; signal?: AbortSignal }

/**
 * Reads a file in its own thread, and writes its parts to another file. Throws an OperatorError with a sentence for a
 * file that cannot be taken, TakesTooMuch among them.
 */
export async function readInThread({ processorMs, signal, ...task }: ThreadOptions): Promise<FileRead> {
  signal?.throwIfAborted()
  const worker = new Worker(THREAD, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
  const ended = new AbortController()
  try {
    const stopped = AbortSignal.any([ended.signal, ...(signal ? [signal] : [])])
    return await Promise.race([resultOf(worker), limitProcessor(worker, processorMs, stopped)])
  } finally {
    ended.abort()
    await worker.terminate()
  }
}

function resultOf(worker: Worker): Promise<FileRead> {
  const { promise, resolve, reject } = Promise.withResolvers<FileRead>()
  worker.on('message', (message: ThreadMessage) => {
    if ('problem' in message) reject(new OperatorError(message.problem))
    else resolve(message)
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TakesTooMuch() : error)
  })
  worker.on('exit', () => reject(new TakesTooMuch()))
  return promise
}

/** Throws once the thread has used that much, whatever it is doing, or `stopped` aborts. */
async function limitProcessor(worker: Worker, mostMs: number, stopped: AbortSignal): Promise<never> {
  for (;;) {
    await setTimeout(LOOK_MS, undefined, { signal: stopped })
    // Fails where the thread has just ended.
    const used = await worker.cpuUsage().catch(() => null)
    if (used && (used.user + used.system) / 1_000 > mostMs) throw new TakesTooMuch()
  }
}

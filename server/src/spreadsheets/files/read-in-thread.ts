import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { OperatorError } from '../../errors.ts'
import { moduleUrl } from '../../module-url.ts'
import type { FileRead, ThreadMessage, ThreadTask } from './file-thread.ts'

const THREAD = moduleUrl('file-thread', import.meta)
/** Memory of a thread, for its objects. */
const MAX_HEAP_MB = 256
/** How often the processor time of a thread is looked at, in milliseconds. */
const LOOK_MS = 50

/** A file took more memory or time than it may. */
export class TakesTooMuch extends OperatorError {
  constructor() {
    super('The file takes too much memory or time to read. Split it into several files, or save it as CSV.')
  }
}

/** `processorMs`: what the thread may use of a processor, in milliseconds. `signal` ends it. */
export type ThreadOptions = ThreadTask & { processorMs: number; signal?: AbortSignal }

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

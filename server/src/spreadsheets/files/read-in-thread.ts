import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { OperatorError } from '../../errors.ts'
import type { ThreadMessage } from './file-thread.ts'
import type { FileDescription, FilePart } from './read-file.ts'

const THREAD = new URL('file-thread.ts', import.meta.url)
/** Memory of a thread, for its objects. */
const MAX_HEAP_MB = 256
/** For a whole file, in milliseconds; what it waits for the one who keeps the parts included. */
const TIMEOUT_MS = 50_000

const TOO_MUCH = 'The file takes too much memory or time to read. Split it into several files, or save it as CSV.'

/**
 * Reads a file in a thread of its own, and hands over its parts in their order. Throws an OperatorError with a sentence for a
 * file that cannot be taken.
 */
export async function readInThread(path: string, keep: (part: FilePart) => Promise<void>): Promise<FileDescription> {
  const worker = new Worker(THREAD, { workerData: path, resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
  const ended = new AbortController()
  try {
    return await Promise.race([
      receive(worker, keep),
      setTimeout(TIMEOUT_MS, undefined, ended).then(() => Promise.reject(new OperatorError(TOO_MUCH))),
    ])
  } finally {
    ended.abort()
    await worker.terminate()
  }
}

function receive(worker: Worker, keep: (part: FilePart) => Promise<void>): Promise<FileDescription> {
  const { promise, resolve, reject } = Promise.withResolvers<FileDescription>()
  let kept = Promise.resolve()
  let isWhole = false
  worker.on('message', (message: ThreadMessage) => {
    if ('problem' in message) return reject(new OperatorError(message.problem))
    if ('file' in message) {
      isWhole = true
      return void kept.then(() => resolve(message.file), reject)
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- for windows; this is a thread
    kept = kept.then(() => keep(message.part)).then(() => worker.postMessage('kept'))
    kept.catch(reject)
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new OperatorError(TOO_MUCH) : error)
  })
  worker.on('exit', () => {
    if (!isWhole) reject(new OperatorError(TOO_MUCH))
  })
  return promise
}

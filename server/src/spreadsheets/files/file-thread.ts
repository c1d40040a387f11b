import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { OperatorError } from '../../errors.ts'
import { readFile } from './read-file.ts'
import type { FileDescription, FilePart } from './read-file.ts'

/** The thread that reads a file, started by `read-in-thread.ts`: neither its size nor what is in it holds the service up. */
export type ThreadMessage = { part: FilePart } | { file: FileDescription } | { problem: string }

const port = parentPort!

const send = (message: ThreadMessage) => port.postMessage(message)

try {
  const file = await readFile(workerData as string, async (part) => {
    // The next part is read once this one is kept.
    send({ part })
    await once(port, 'message')
  })
  send({ file })
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  send({ problem: error.message })
} finally {
  port.close()
}

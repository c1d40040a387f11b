import { open } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { OperatorError } from '../../../errors.ts'
import { readFile } from './read-file.ts'
import type { FileDescription, FilePart, ReadOptions } from './read-file.ts'

export type ThreadTask = { path: string; parts: string } & ReadOptions

/** A part of a file: its rows are bytes of another file, as `FilePart` has them. */
export type PartRange = { sheet: number; position: number; lastLine: number; at: number; bytes: number }

/** A file that is read. `bytes`: of all parts. */
export type FileRead = { file: FileDescription; parts: PartRange[]; bytes: number }

/** The thread that reads a file, started by `take-file.ts`: neither its size nor what is in it holds the service up. */
export type ThreadMessage = FileRead | { problem: string }

/** Of this thread alone, 0 to 19. */
const NICENESS = 10

const { path, parts: partsPath, ...options } = workerData as ThreadTask
const port = parentPort!
const send = (message: ThreadMessage) => port.postMessage(message)

// The rest of the service goes first. Elsewhere than on Linux, this would be the priority of the whole process.
if (process.platform === 'linux') setPriority(NICENESS)
try {
  await using out = await open(partsPath, 'w', 0o600)
  const parts: PartRange[] = []
  let at = 0
  const keep = async ({ lines, ...place }: FilePart) => {
    // A single write may take a part only, as on a disk that is nearly full.
    await out.appendFile(lines)
    const bytes = Buffer.byteLength(lines)
    parts.push({ ...place, at, bytes })
    at += bytes
  }
  const file = await readFile(path, keep, options)
  send({ file, parts, bytes: at })
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  send({ problem: error.message })
}

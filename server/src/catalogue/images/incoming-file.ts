import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { ImageLibrary } from '../../context.ts'
import { orDiskFull } from '../../lib/disk-full.ts'
import { writeBody } from '../../lib/write-body.ts'
import { ImageProblem } from './image-problem.ts'

/** In bytes. */
const MAX_IMAGE_BYTES = 20 * 1_048_576

/**
 * Calls the work with the path of a file that does not exist yet, and removes that file afterwards. Throws DiskFull where
 * the work has no room for a file.
 */
export async function withIncomingFile<T>(
  { incoming }: Pick<ImageLibrary, 'incoming'>,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const file = join(incoming, randomUUID())
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 })
    return await work(file)
  } catch (error) {
    throw orDiskFull(error)
  } finally {
    await rm(file, { force: true })
  }
}

/** Writes a body to a new file. Throws ImageProblem for one that is too large, whatever length was declared. */
export async function receiveImage(
  body: Readable,
  file: string,
  { declaredBytes = 0, signal }: { declaredBytes?: number; signal?: AbortSignal } = {},
): Promise<void> {
  if (declaredBytes > MAX_IMAGE_BYTES) throw tooLarge()
  await writeBody(body, file, { maxBytes: MAX_IMAGE_BYTES, tooLarge, signal })
}

function tooLarge(): ImageProblem {
  return new ImageProblem(`The image is larger than ${MAX_IMAGE_BYTES / 1_048_576} MB.`)
}

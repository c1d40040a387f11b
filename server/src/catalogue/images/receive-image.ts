import type { Readable } from 'node:stream'
import { writeBody } from '../../lib/write-body.ts'
import { ImageProblem } from './image-decoder.ts'

/** In bytes. */
const MAX_IMAGE_BYTES = 20 * 1_048_576

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

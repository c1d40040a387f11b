import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ImageProblem } from './image-problem.ts'

/** In bytes. */
const MAX_IMAGE_BYTES = 20 * 1_048_576

/** Writes a body to a new file. Throws ImageProblem for one that is too large, whatever length was declared. */
export async function receiveImage(
  body: Readable,
  file: string,
  { declaredBytes = 0, signal }: { declaredBytes?: number; signal?: AbortSignal } = {},
): Promise<void> {
  if (declaredBytes > MAX_IMAGE_BYTES) throw tooLarge()
  let received = 0
  async function* limited(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      received += chunk.length
      if (received > MAX_IMAGE_BYTES) throw tooLarge()
      yield chunk
    }
  }
  await pipeline(body, limited, createWriteStream(file, { flags: 'wx', mode: 0o600 }), { ...(signal && { signal }) })
}

function tooLarge(): ImageProblem {
  return new ImageProblem(`The image is larger than ${MAX_IMAGE_BYTES / 1_048_576} MB.`)
}

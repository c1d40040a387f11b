import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes a body to a new file. Throws `tooLarge` for one of more than `maxBytes`, whatever length was declared. */
export async function writeBody(
  body: Readable,
  file: string,
  { maxBytes, tooLarge, signal }: { maxBytes: number; tooLarge: () => Error; signal?: AbortSignal | undefined },
): Promise<void> {
  let received = 0
  async function* limited(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      received += chunk.length
      if (received > maxBytes) throw tooLarge()
      yield chunk
    }
  }
  await pipeline(body, limited, createWriteStream(file, { flags: 'wx', mode: 0o600 }), { ...(signal && { signal }) })
}

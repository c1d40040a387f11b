import { decodeImage, MAX_PIXELS } from './decode-image.ts'
import type { DecodedFiles } from './decode-image.ts'

/**
 * The process that decodes images, started by `image-decoder.ts`. Decoders are native code on bytes from strangers:
 * what crashes, hangs or fills memory is this process, never the service. It has no settings and no secrets.
 */
export type DecodeRequest = { file: string }
/** `code` is of the system, where a file could not be written. */
export type DecodeReply = DecodedFiles | { problem: string; code: string | undefined }

/** In bytes. */
const MAX_MEMORY = 800 * 1_048_576
const CHECK_EVERY_MS = 50

setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY) process.exit(1)
}, CHECK_EVERY_MS).unref()

process.on('disconnect', () => process.exit())
process.on('message', async ({ file }: DecodeRequest) => {
  const result = await decodeImage(file).catch(({ message, code }: NodeJS.ErrnoException) => ({
    problem: describe(message),
    code,
  }))
  process.send!(result satisfies DecodeReply)
})

function describe(message: string): string {
  if (message.includes('pixel limit')) return `The image has more than ${MAX_PIXELS / 1_000_000} megapixels.`
  if (message.includes('timeout')) return 'The image takes too long to decode.'
  return 'The image is damaged.'
}

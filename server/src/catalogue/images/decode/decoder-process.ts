import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { IMAGE_SIZES } from '../../../context.ts'

/** In pixels. */
const MAX_PIXELS = 50_000_000
const TIMEOUT_SECONDS = 20
/** Of WebP. Effort 4 is the default; 1 takes half the time for a photo, whose files are up to 8% larger. */
const ENCODING = { quality: 80, effort: 1 }
const LARGE = Math.max(...IMAGE_SIZES)

sharp.cache(false)
sharp.concurrency(1)
// No decoder can be reached but those of the five types.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadNsgifFile',
  ],
})

type DecodedFiles = { width: number; height: number }

/**
 * Decodes an image, turns it as its EXIF data says, and writes it in all sizes beside the file, as WebP without
 * metadata. An image is never enlarged. Returns the pixels of the largest.
 */
async function decodeImage(file: string): Promise<DecodedFiles> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const
  const { data, info } = await sharp(file, options)
    .autoOrient()
    .resize({ width: LARGE, height: LARGE, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  for (const size of IMAGE_SIZES) {
    const bytes = await sharp(data, { raw: { width, height, channels } })
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
      .webp(ENCODING)
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer()
    await writeFile(`${file}-${size}.webp`, bytes, { mode: 0o600 })
  }
  return { width, height }
}

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

import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { IMAGE_SIZES } from '../../../context.ts'

/** In pixels. */
export const MAX_PIXELS = 50_000_000
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

export type DecodedFiles = { width: number; height: number }

/**
 * Decodes an image, turns it as its EXIF data says, and writes it in all sizes beside the file, as WebP without
 * metadata. An image is never enlarged. Returns the pixels of the largest.
 */
export async function decodeImage(file: string): Promise<DecodedFiles> {
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

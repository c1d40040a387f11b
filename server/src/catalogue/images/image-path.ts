import { IMAGE_SIZES } from '../../context.ts'
import type { ImageSize } from '../../context.ts'

const FILE_NAME = /^([0-9a-f]{32})-(320|640|1280)\.webp$/

/** The file of an image: its digest (128 bits, in hexadecimal) and the size. */
export function fileName(digest: string, size: ImageSize): string {
  return `${digest}-${size}.webp`
}

/** The digest and the size of a file name; null for any other text. */
export function parseFileName(name: string): { digest: string; size: ImageSize } | null {
  const [, digest, pixels] = FILE_NAME.exec(name) ?? []
  const size = IMAGE_SIZES.find((known) => String(known) === pixels)
  return digest && size ? { digest, size } : null
}

/** The path under which the service shows an image. */
export function imagePath(digest: string, size: ImageSize): string {
  return `/images/${fileName(digest, size)}`
}

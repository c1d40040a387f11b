import { LRUCache } from 'lru-cache'
import type { ImageStore } from '../../context.ts'

/** The longer side, in pixels, and in bytes what is kept of pictures that were converted lately. */
const SIDES = { png: 320, jpeg: 96 }
const KEPT_BYTES = 4_000_000

const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length })

/**
 * An image for documents and mails, which cannot show WebP: a logo as PNG, which keeps what is transparent; a picture of
 * a product as a small JPEG. Null where its file is not there.
 */
export async function smallPicture(
  store: ImageStore,
  digest: string,
  format: keyof typeof SIDES,
): Promise<Buffer | null> {
  const key = `${digest} ${format}`
  const found = kept.get(key)
  if (found) return found
  const bytes = await store.read(digest, 320)
  if (!bytes) return null
  // The library takes memory, which a service without pictures saves.
  const { default: sharp } = await import('sharp')
  const resized = sharp(bytes).resize({ width: SIDES[format], height: SIDES[format], fit: 'inside' })
  const made = await (format === 'png' ? resized.png() : resized.flatten({ background: '#fff' }).jpeg()).toBuffer()
  kept.set(key, made)
  return made
}

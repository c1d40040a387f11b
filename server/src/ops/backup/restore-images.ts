import { z } from 'zod'
import { IMAGE_SIZES } from '../../context.ts'
import type { ImageStore } from '../../context.ts'
import { readBackup } from './read-backup.ts'

/** Images that are looked for at a time. */
const LOOKS = 16

const ImageRow = z.object({ workspace_id: z.string(), digest: z.string(), removing: z.boolean() })

/** The images of a workspace whose files are not there. */
type MissingImages = { workspaceId: string; digests: string[] }

/**
 * Puts the images that a backup carries where images are kept. Returns how many files it wrote, and which of the images
 * that belong to the backup are not there now.
 */
export async function restoreImages(
  store: ImageStore,
  file: string,
): Promise<{ written: number; missing: MissingImages[] }> {
  const belonging: z.infer<typeof ImageRow>[] = []
  let table = ''
  let written = 0
  for await (const part of readBackup(file)) {
    if ('table' in part) table = part.table.name
    else if ('row' in part && table === 'image') belonging.push(ImageRow.parse(JSON.parse(part.row)))
    else if ('image' in part) {
      const { digest, size, base64 } = part.image
      await store.write(digest, size, Buffer.from(base64, 'base64'))
      written++
    }
  }
  return {
    written,
    missing: await findMissing(
      store,
      belonging.filter(({ removing }) => !removing),
    ),
  }
}

async function findMissing(store: ImageStore, images: z.infer<typeof ImageRow>[]): Promise<MissingImages[]> {
  const missing = new Map<string, string[]>()
  const left = images.values()
  const look = async () => {
    for (const { workspace_id: workspaceId, digest } of left) {
      const there = await Promise.all(IMAGE_SIZES.map((size) => store.has(digest, size)))
      if (!there.every(Boolean)) missing.set(workspaceId, [...(missing.get(workspaceId) ?? []), digest])
    }
  }
  await Promise.all(Array.from({ length: LOOKS }, look))
  return [...missing].map(([workspaceId, digests]) => ({ workspaceId, digests }))
}

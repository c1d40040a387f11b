import type { Context, ImageLibrary } from '../context.ts'
import { sweepImages, sweepIncoming, workspacesWithImages } from '../images/sweep-images.ts'

/** Removes the images that no product has had for a week. Returns how many. */
export async function removeUnusedImages(context: Context, images: ImageLibrary): Promise<number> {
  await sweepIncoming(images)
  let removed = 0
  for (const workspaceId of await workspacesWithImages(context)) {
    removed += await sweepImages(context, images, workspaceId)
  }
  return removed
}

import { shownImages } from '../../catalogue/shown-images.ts'
import type { WorkspaceContext } from '../../context.ts'
import { smallPicture } from '../../catalogue/images/small-picture.ts'

/** The pictures of these products that are there, as small JPEGs. */
export async function productPictures(
  context: WorkspaceContext,
  productIds: readonly string[],
): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>()
  if (!context.images) return pictures
  for (const [id, { digest }] of await shownImages(context, productIds)) {
    const picture = await smallPicture(context.images.store, digest, 'jpeg')
    if (picture) pictures.set(id, picture)
  }
  return pictures
}

import { IMAGE_SIZES } from '../../context.ts'
import type { Context, ImageStore } from '../../context.ts'
import { counted } from '../../rules/counted.ts'
import { workspacesWithImages } from '../../images/sweep-images.ts'
import { ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** How many workspaces are looked at, and images of each. */
const [WORKSPACES, IMAGES] = [10, 10]

/**
 * Checks for some images that their files are where this process keeps images. Several machines with a folder of their own each
 * have only those that they have copied themselves.
 */
export async function checkImages({ db }: Pick<Context, 'db'>, store: ImageStore): Promise<Finding[]> {
  let [looked, missing] = [0, 0]
  for (const workspaceId of (await workspacesWithImages({ db })).slice(0, WORKSPACES)) {
    const images = await db
      .selectFrom('image')
      .select('digest')
      .where('workspace_id', '=', workspaceId)
      .where('removing', '=', false)
      .orderBy('digest')
      .limit(IMAGES)
      .execute()
    for (const { digest } of images) {
      const there = await Promise.all(IMAGE_SIZES.map((size) => store.has(digest, size)))
      looked++
      if (!there.every(Boolean)) missing++
    }
  }
  if (missing === 0)
    return [ok('images', looked === 0 ? 'None is kept yet.' : `${counted(looked, 'image')} looked for, all found.`)]
  return [
    warning(
      'images',
      `${missing} of ${counted(looked, 'image')} are not where this machine keeps images.`,
      'Several machines cannot each have a folder of their own: share one (IMAGES_DIR), or use a bucket (IMAGES_S3_BUCKET). After a restore, restore the images, too.',
    ),
  ]
}

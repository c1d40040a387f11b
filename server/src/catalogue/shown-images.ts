import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { indexHint } from '../database/index-hint.ts'
import { rowset } from '../database/rowset.ts'
import { imagePath } from '../images/image-path.ts'
import { MAX_PICTURES } from '../rules/limits.ts'

/** An image as pages show it: paths of its sizes, and the pixels of the large one. */
export type ShownImage = { digest: string; small: string; large: string; width: number; height: number }

type Reading = Pick<WorkspaceContext, 'db' | 'workspaceId'>

/** The first picture of each of these products, by product id; products without one are left out. */
export async function shownImages(context: Reading, productIds: readonly string[]): Promise<Map<string, ShownImage>> {
  return new Map((await readPictures(context, productIds, 1)).map(({ id, image }) => [id, image]))
}

/** All pictures of these products in their order, by product id; products without one are left out. */
export async function shownPictures(
  context: Reading,
  productIds: readonly string[],
): Promise<Map<string, ShownImage[]>> {
  const pictures = Map.groupBy(await readPictures(context, productIds, MAX_PICTURES), ({ id }) => id)
  return new Map([...pictures].map(([id, rows]) => [id, rows.map(({ image }) => image)]))
}

async function readPictures({ db, workspaceId }: Reading, productIds: readonly string[], most: number) {
  if (productIds.length === 0) return []
  const { rows } = await sql<{ id: string; digest: string; width: number; height: number }>`
    select asked.id, m.digest, m.width, m.height
    from ${rowset(
      productIds.map((id) => ({ id })),
      'id uuid',
      'asked',
    )}
    cross join lateral (
      select place, digest from product_picture p
      where p.workspace_id = ${workspaceId} and ${indexHint({ product_id: sql`asked.id` }, 'place')}
      limit ${sql.lit(most)}) p
    cross join lateral (
      select digest, width, height from image m
      where m.workspace_id = ${workspaceId} and ${indexHint({ digest: sql`p.digest` })} limit 1) m
    order by asked.id, p.place`.execute(db)
  return rows.map(({ id, ...image }) => ({ id, image: { ...image, ...pathsOf(image.digest) } }))
}

export function pathsOf(digest: string): Pick<ShownImage, 'small' | 'large'> {
  return { small: imagePath(digest, 320), large: imagePath(digest, 1280) }
}

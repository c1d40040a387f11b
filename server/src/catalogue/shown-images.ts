import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { indexHint } from '../database/index-hint.ts'
import { rowset } from '../database/rowset.ts'
import { pathsOf } from './product-image.ts'
import type { ShownImage } from './product-image.ts'

/** The images of these products, by product id; products without one are left out. */
export async function shownImages(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  productIds: readonly string[],
): Promise<Map<string, ShownImage>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; digest: string; width: number; height: number }>`
    select asked.id, m.digest, m.width, m.height
    from ${rowset(
      productIds.map((id) => ({ id })),
      'id uuid',
      'asked',
    )}
    cross join lateral (
      select digest from product_image i
      where i.workspace_id = ${workspaceId} and ${indexHint({ product_id: sql`asked.id` })} limit 1) i
    cross join lateral (
      select digest, width, height from image m
      where m.workspace_id = ${workspaceId} and ${indexHint({ digest: sql`i.digest` })} limit 1) m`.execute(db)
  return new Map(rows.map(({ id, ...image }) => [id, { ...image, ...pathsOf(image.digest) }]))
}

import type { WorkspaceContext } from '../context.ts'

/** Takes a product's image away; false where it has none. */
export async function removeImage({ db, workspaceId }: WorkspaceContext, productId: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('product_image')
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .returning('product_id')
    .executeTakeFirst()
  return removed !== undefined
}

import type { WorkspaceContext } from '../context.ts'

/**
 * Takes a product's image away, also one that is still to be copied. False where it has none. The URL is remembered: it does
 * not bring the image back when it is sent again, only another URL does.
 */
export async function removeImage({ db, workspaceId }: WorkspaceContext, productId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('product_image')
    .set({ status: 'removed', digest: null, failure: null })
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .where('status', '<>', 'removed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

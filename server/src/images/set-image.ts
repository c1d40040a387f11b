import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { markUsed } from './settle-image.ts'

/** Gives a product an image that is kept, instead of the one that it has or that is to be copied. */
export async function setImage(context: WorkspaceContext, productId: string, digest: string): Promise<void> {
  const { db, workspaceId, clock } = context
  const now = clock()
  await sql`
    insert into product_image (workspace_id, product_id, source_url, status, requested_at, due_at, digest)
    values (${workspaceId}, ${productId}, null, 'copied', ${now}, ${now}, ${digest})
    on conflict (workspace_id, product_id) do update
    set status = excluded.status, requested_at = excluded.requested_at, digest = excluded.digest, failure = null`.execute(
    db,
  )
  await markUsed(context, digest)
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'

/**
 * Queues the new image sources of products, to be copied in the background. Products without one are passed over. A product
 * keeps its present image until the new one is whole.
 */
export async function queueImages(
  { db, workspaceId, clock }: WorkspaceContext,
  products: readonly { id: string; imageUrl: string | null }[],
): Promise<void> {
  const rows = products
    .filter(({ imageUrl }) => imageUrl !== null)
    .map(({ id, imageUrl }) => ({ product_id: id, source_url: imageUrl }))
  if (rows.length === 0) return
  const now = clock()
  await sql`
    insert into product_image (workspace_id, product_id, source_url, status, requested_at, due_at)
    select ${workspaceId}, product_id, source_url, 'queued', ${now}, ${now}
    from ${rowset(rows, 'product_id uuid, source_url text')}
    on conflict (workspace_id, product_id) do update
    set source_url = excluded.source_url, status = excluded.status, requested_at = excluded.requested_at,
      due_at = excluded.due_at, attempts = 0, failure = null`.execute(db)
}

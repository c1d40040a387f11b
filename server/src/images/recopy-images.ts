import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'

/**
 * Queues the products that have one of these images, to be copied once more from their URL. For images whose files are lost.
 * Returns the number of products.
 */
export async function recopyImages(
  { db, workspaceId, clock }: WorkspaceContext,
  { digests }: { digests: string[] },
): Promise<{ queued: number }> {
  const { rows } = await sql`
    update product_image set status = 'queued', due_at = ${clock()}, attempts = 0, failure = null
    where workspace_id = ${workspaceId} and digest = any(${textArray(digests)})
      and status = 'copied' and source_url is not null
    returning product_id`.execute(db)
  return { queued: rows.length }
}

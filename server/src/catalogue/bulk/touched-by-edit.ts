import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { Touched } from '../../promises/keep-promises.ts'

/** Promises on the products of an edit. */
export function touchedBy({ workspaceId }: WorkspaceContext, { id }: { id: string }): Touched {
  return {
    line: ({ productId }) => sql`exists (
      select from product_edit_line edited
      where edited.workspace_id = ${workspaceId} and edited.edit_id = ${id} and edited.product_id = ${productId})`,
  }
}

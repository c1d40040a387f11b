import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** Raises the revision of a workspace, so that its pages are read anew after images were copied or have failed: their entity tags follow from it. */
export async function bumpRevision({ db }: Pick<Context, 'db'>, workspaceId: string): Promise<void> {
  await sql`
    update workspace_revision set revision = revision + 1, nonce = gen_random_uuid()
    where workspace_id = ${workspaceId}`.execute(db)
}

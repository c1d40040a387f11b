import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/**
 * Keeps keys revoked that were revoked after the backup. Entity tags need no such care: the restored tables have a new identity,
 * which is part of every tag.
 */
export async function keepRevocations(db: Database, current: string): Promise<{ keysStillRevoked: number }> {
  const { numAffectedRows } = await sql`
    update api_key k set revoked_at = before.revoked_at
    from ${sql.table(`${current}.api_key`)} before
    where before.workspace_id = k.workspace_id and before.id = k.id
      and before.revoked_at is not null and k.revoked_at is null`.execute(db)
  return { keysStillRevoked: Number(numAffectedRows) }
}

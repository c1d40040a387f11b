import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/**
 * Takes over into the restored tables what must not go back in time: revoked keys stay revoked. No answer from before is
 * taken for one of now either: the restored tables have an identity of their own, which every tag follows from.
 */
export async function carryOver(db: Database, present: string): Promise<{ keysStillRevoked: number }> {
  const { numAffectedRows } = await sql`
    update api_key k set revoked_at = before.revoked_at
    from ${sql.table(`${present}.api_key`)} before
    where before.workspace_id = k.workspace_id and before.id = k.id
      and before.revoked_at is not null and k.revoked_at is null`.execute(db)
  return { keysStillRevoked: Number(numAffectedRows) }
}

import { sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/**
 * Keeps what was taken back after the backup: revoked keys, invitations that were used or revoked, and passwords that were
 * replaced, and passkeys that were removed. Sessions are in no backup, so everybody signs in again. Entity tags need no such care: the restored tables have
 * a new identity, which is part of every tag.
 */
export async function keepRevocations(db: Database, current: string): Promise<{ keysStillRevoked: number }> {
  const { numAffectedRows } = await sql`
    update api_key k set revoked_at = before.revoked_at
    from ${sql.table(`${current}.api_key`)} before
    where before.workspace_id = k.workspace_id and before.id = k.id
      and before.revoked_at is not null and k.revoked_at is null`.execute(db)
  await sql`
    update invitation i set accepted_at = before.accepted_at, revoked_at = before.revoked_at
    from ${sql.table(`${current}.invitation`)} before
    where before.workspace_id = i.workspace_id and before.id = i.id
      and i.accepted_at is null and i.revoked_at is null`.execute(db)
  await sql`
    update password p set hash = before.hash, made_at_start = before.made_at_start, updated_at = before.updated_at
    from ${sql.table(`${current}.password`)} before
    where before.person_id = p.person_id and before.updated_at >= p.updated_at`.execute(db)
  await sql`
    delete from passkey k
    where exists (select from ${sql.table(`${current}.person`)} before where before.id = k.person_id)
      and not exists (
        select from ${sql.table(`${current}.passkey`)} before where before.credential_id = k.credential_id)`.execute(db)
  return { keysStillRevoked: Number(numAffectedRows) }
}

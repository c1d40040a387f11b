import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { keepAccounts } from './keep-accounts.ts'
import { keepMemberships } from './keep-memberships.ts'
import type { LostAccess } from './lost-access.ts'
import { recordLosses } from './lost-access.ts'

export type KeptRevocations = {
  /** Keys that were revoked after the backup was taken, and stay revoked. */
  keysStillRevoked: number
  /** What gave access when the backup was taken, gives none any more, and does not by this restore. */
  stillLost: LostAccess[]
}

/**
 * Keeps every loss of access that the replaced database knows of. Sessions are in no backup, so everybody signs in
 * again. Entity tags need no such care: the restored tables have a new identity, which is part of every tag.
 *
 * `current` is its schema. That of the restored tables is first in the search path.
 */
export async function keepRevocations(db: Database, current: string, now: Date): Promise<KeptRevocations> {
  const keysStillRevoked = await keepRevokedKeys(db, current)
  // A database that is older than the backup knows of nothing that happened since: what it has not, is still to come.
  const isLater = await isLaterThanBackup(db, current)
  const ofAccounts = await keepAccounts(db, current, isLater)
  if (!isLater) return { keysStillRevoked, stillLost: ofAccounts }
  await keepClosedInvitations(db, current)
  const lost = await keepMemberships(db, current)
  await recordLosses({ db, clock: () => now }, lost)
  return { keysStillRevoked, stillLost: [...lost, ...ofAccounts] }
}

/** Whether something was done in the current database since the last thing that the backup tells of. */
async function isLaterThanBackup(db: Database, current: string): Promise<boolean> {
  const { rows } = await sql<{ isLater: boolean }>`
    select coalesce((select max(at) from ${sql.table(`${current}.activity`)}) >= coalesce(
      (select max(at) from activity), '-infinity'), false) as "isLater"`.execute(db)
  return rows[0]!.isLater
}

async function keepRevokedKeys(db: Database, current: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update api_key k set revoked_at = before.revoked_at
    from ${sql.table(`${current}.api_key`)} before
    where before.workspace_id = k.workspace_id and before.id = k.id
      and before.revoked_at is not null and k.revoked_at is null`.execute(db)
  return Number(numAffectedRows)
}

/** Those that were used or revoked, and those that went with a buyer who was deleted. */
async function keepClosedInvitations(db: Database, current: string): Promise<void> {
  const before = sql.table(`${current}.invitation`)
  await sql`
    update invitation i set accepted_at = before.accepted_at, revoked_at = before.revoked_at
    from ${before} before
    where before.workspace_id = i.workspace_id and before.id = i.id
      and i.accepted_at is null and i.revoked_at is null`.execute(db)
  await sql`
    update invitation i set revoked_at = i.expires_at
    where i.accepted_at is null and i.revoked_at is null
      and exists (select from ${sql.table(`${current}.workspace`)} w where w.id = i.workspace_id)
      and not exists (select from ${before} before where before.workspace_id = i.workspace_id and before.id = i.id)`.execute(
    db,
  )
}

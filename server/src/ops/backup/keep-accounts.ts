import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import type { LostAccess } from './lost-access.ts'

type Row = { id: string; name: string }

/**
 * Keeps the accounts that the current database knows as they are there: the e-mail address, and which credentials open
 * them. Where rows tell when they were written, this holds whichever database is the later one.
 */
export async function keepAccounts(db: Database, current: string, isLater: boolean): Promise<LostAccess[]> {
  const losses = {
    email: await keepAddresses(db, current),
    password: await keepPasswords(db, current, isLater),
    passkey: await keepPasskeys(db, current, isLater),
  }
  await keepWaysBack(db, current)
  return (['email', 'password', 'passkey'] as const).flatMap((lost) =>
    losses[lost].map((row) => ({ workspaceId: null, lost, ...row })),
  )
}

/** A former address must not get the account back. Returns the persons who have another one now. */
async function keepAddresses(db: Database, current: string): Promise<Row[]> {
  const now = sql.table(`${current}.person`)
  // Addresses may have changed hands, and are unique at every moment. So they are all given up before they are given
  // out.
  const { rows } = await sql<Row>`
    update person p set email_key = p.id::text from ${now} now
    where now.id = p.id and now.updated_at > p.updated_at and now.email_key <> p.email_key
    returning p.id, now.name`.execute(db)
  // Where somebody has the address whom the current database does not know, the account keeps none.
  await sql`
    update person p
    set name = now.name, email = now.email, email_key = now.email_key, email_verified = now.email_verified,
      updated_at = now.updated_at
    from ${now} now
    where now.id = p.id and now.updated_at > p.updated_at
      and not exists (select from person other where other.email_key = now.email_key and other.id <> p.id)`.execute(db)
  return rows
}

/** Passwords that were replaced stay replaced, and deleted ones stay deleted. Returns whose were deleted. */
async function keepPasswords(db: Database, current: string, isLater: boolean): Promise<Row[]> {
  const password = sql.table(`${current}.password`)
  await sql`
    update password p set hash = before.hash, made_at_start = before.made_at_start, updated_at = before.updated_at
    from ${password} before
    where before.person_id = p.person_id and before.updated_at >= p.updated_at`.execute(db)
  const { rows } = await sql<Row>`
    delete from password p using ${sql.table(`${current}.person`)} now
    where now.id = p.person_id and (${isLater} or now.updated_at >= p.updated_at)
      and not exists (select from ${password} before where before.person_id = p.person_id)
    returning now.id, now.name`.execute(db)
  return rows
}

/** Passkeys that were removed stay removed. Returns whose. */
async function keepPasskeys(db: Database, current: string, isLater: boolean): Promise<Row[]> {
  const { rows } = await sql<Row>`
    delete from passkey k using ${sql.table(`${current}.person`)} now
    where now.id = k.person_id and ${isLater}
      and not exists (
        select from ${sql.table(`${current}.passkey`)} before where before.credential_id = k.credential_id)
    returning now.id, now.name`.execute(db)
  return rows
}

/** The links that call a new e-mail off: an address of before does not lose its way back by a restore. */
async function keepWaysBack(db: Database, current: string): Promise<void> {
  await sql`
    insert into account_link (token_hash, person_id, purpose, email, expires_at)
    select l.token_hash, l.person_id, l.purpose, l.email, l.expires_at from ${sql.table(`${current}.account_link`)} l
    where l.purpose = 'call_off' and exists (select from person p where p.id = l.person_id)`.execute(db)
}

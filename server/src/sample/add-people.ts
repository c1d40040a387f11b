import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import { matchingKey } from '../matching-key.ts'
import { CUSTOMERS } from './customers.ts'
import { STAFF } from './people.ts'

/** Adds the staff of the sample, but for those whose e-mail somebody has. They have no password yet. */
export async function addPeople({ db, workspaceId }: WorkspaceContext, at: Date): Promise<void> {
  const added = await db
    .insertInto('person')
    .values(
      STAFF.map(({ id, name, email }) => ({
        id,
        name,
        email,
        email_key: matchingKey(email),
        email_verified: true,
        created_at: at,
        updated_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const members = STAFF.filter(({ id }) => added.some((person) => person.id === id))
  if (members.length === 0) return
  await db
    .insertInto('member')
    .values(members.map(({ id, role }) => ({ workspace_id: workspaceId, person_id: id, role, created_at: at })))
    .execute()
}

/**
 * Makes the buyers of the sample who accepted their invitation people who can sign in, but for those whose e-mail
 * somebody has. They have no password yet.
 */
export async function addBuyerPeople({ db, workspaceId }: WorkspaceContext, at: Date): Promise<void> {
  const accepted = CUSTOMERS.flatMap(({ buyers = [] }) => buyers.filter((buyer) => buyer.accepted !== undefined))
  const rows = accepted.map(({ name, email }) => ({
    id: randomUUIDv7(),
    name,
    email,
    email_key: matchingKey(email),
  }))
  const { rows: added } = await sql<{ id: string; email_key: string }>`
    insert into person (id, name, email, email_key, email_verified, created_at, updated_at)
    select id, name, email, email_key, true, ${at}, ${at}
    from ${rowset(rows, 'id uuid, name text, email text, email_key text')}
    on conflict do nothing returning id, email_key`.execute(db)
  await sql`
    update buyer b set person_id = added.id, email = null, email_key = null from ${rowset(added, 'id uuid, email_key text', 'added')}
    where b.workspace_id = ${workspaceId} and b.email_key = added.email_key and b.status <> 'invited'`.execute(db)
}

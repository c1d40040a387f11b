import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../server/src/context.ts'
import { rowset } from '../../server/src/database/rowset.ts'
import { WORKSPACE_LIMITS } from '../../server/src/workspaces/workspace-limits.ts'

const BUYERS = 4

export async function addPeople({ db }: WorkspaceContext, count: number, name: RawBuilder<unknown>): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUIDv7())
  await sql`
    insert into person (id, name, email, email_key, email_verified, created_at, updated_at)
    select id, ${name}, id || '@people.example', id || '@people.example', true, now(), now()
    from ${rowset(rowsOf(ids), 'id uuid')}`.execute(db)
  return ids
}

function rowsOf(ids: string[]): { id: string }[] {
  return ids.map((id) => ({ id }))
}

export async function addMembers({ db, workspaceId }: WorkspaceContext, ids: string[]): Promise<void> {
  await sql`
    insert into member (workspace_id, person_id, role, created_at)
    select ${workspaceId}, id, 'owner', now() from ${rowset(rowsOf(ids), 'id uuid')}`.execute(db)
}

export async function addBuyers(
  context: WorkspaceContext,
  customerId: string,
): Promise<{ id: string; personId: string }[]> {
  const { db, workspaceId } = context
  const people = await addPeople(context, BUYERS, sql`'buyer'`)
  const buyers = people.map((personId) => ({ id: randomUUIDv7(), personId }))
  await sql`
    insert into buyer (workspace_id, id, customer_id, name, status, invited_at, person_id)
    select ${workspaceId}, b.id, ${customerId}, 'Buyer', 'active', now(), b."personId"
    from ${rowset(buyers, '"id" uuid, "personId" uuid', 'b')}`.execute(db)
  await sql`
    insert into buyer (workspace_id, id, customer_id, name, email, email_key, status, invited_at)
    select ${workspaceId}, gen_random_uuid(), ${customerId}, 'Buyer ' || i, 'b' || i || '@b.example',
      'b' || i || '@b.example', 'invited', now()
    from generate_series(1, ${WORKSPACE_LIMITS.buyersOfCustomer - 100}::integer) i`.execute(db)
  return buyers
}

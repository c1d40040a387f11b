import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../server/src/context.ts'
import type { Store } from '../server/src/database/open.ts'
import { matchingKey } from '../server/src/lib/matching-key.ts'
import { beginSession } from '../server/src/people/sessions.ts'
import { readAddress } from '../server/src/workspaces/addresses.ts'

/** Makes an owner of a workspace, with a session. */
export async function signIn({ db }: Store, workspaceId: string): Promise<{ slug: string; token: string }> {
  const context = { db, clock: () => new Date() }
  const id = randomUUIDv7()
  const email = 'bench@example.com'
  const at = context.clock()
  await db
    .insertInto('person')
    .values({
      id,
      name: 'Bench',
      email,
      email_key: matchingKey(email),
      email_verified: true,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await db
    .insertInto('member')
    .values({ workspace_id: workspaceId, person_id: id, role: 'owner', created_at: at })
    .execute()
  return { slug: await readAddress(context, workspaceId), token: await beginSession(context, id) }
}

/** Makes a buyer of a customer, with a session. */
export async function signInBuyer(
  context: Context & { workspaceId: string },
  accountCode: string,
): Promise<{ id: string; token: string }> {
  const { db, workspaceId } = context
  const [id, person] = [randomUUIDv7(), randomUUIDv7()]
  const email = `${person}@example.com`
  await sql`
    insert into person (id, name, email, email_key, email_verified, created_at, updated_at)
    values (${person}, 'Buyer', ${email}, ${email}, true, now(), now())`.execute(db)
  await sql`
    insert into buyer (workspace_id, id, customer_id, name, status, invited_at, person_id)
    select ${workspaceId}, ${id}, id, 'Buyer', 'active', now(), ${person} from customer
    where workspace_id = ${workspaceId} and account_code_key = ${matchingKey(accountCode)}`.execute(db)
  return { id, token: await beginSession(context, person) }
}

import { randomUUIDv7 } from 'node:crypto'
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

import { randomUUIDv7 } from 'node:crypto'
import type { Role } from '../../server/src/database/column-values.ts'
import { matchingKey } from '../../server/src/matching-key.ts'
import { beginSession } from '../../server/src/people/sessions.ts'
import { readAddress } from '../../server/src/workspaces/addresses.ts'
import type { TestService, TestWorkspace } from '../service.ts'
import { callsWith } from './app-api-calls.ts'
import type { AppApiCalls } from './app-api-calls.ts'
import { raiseRevision } from './given.ts'

/** A signed-in member of the staff. Paths are below `/app-api/console/{slug}`; writes come as from a page of the service. */
export type TestMember = AppApiCalls & {
  id: string
  email: string
  name: string
  slug: string
  token: string
}

/** Adds a person with that role to a workspace, with a session. */
export async function givenMember(
  service: TestService,
  workspace: TestWorkspace,
  role: Role,
  { name = role === 'owner' ? 'Olive Owner' : 'Sam Staff' }: { name?: string } = {},
): Promise<TestMember> {
  const id = randomUUIDv7()
  const email = `${id}@harbour.example`
  const { db } = workspace.context
  const at = service.time.now
  await db
    .insertInto('person')
    .values({ id, name, email, email_key: matchingKey(email), email_verified: true, created_at: at, updated_at: at })
    .execute()
  await db.insertInto('member').values({ workspace_id: workspace.id, person_id: id, role, created_at: at }).execute()
  await raiseRevision(workspace)
  const token = await beginSession(workspace.context, id)
  const slug = await readAddress(workspace.context, workspace.id)
  return {
    id,
    email,
    name,
    slug,
    token,
    ...callsWith(service, token, `/console/${slug}`),
  }
}

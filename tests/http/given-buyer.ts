import { randomUUIDv7 } from 'node:crypto'
import type { NewRow } from '../../server/src/database/tables.ts'
import { matchingKey } from '../../server/src/matching-key.ts'
import { beginSession } from '../../server/src/people/sessions.ts'
import { readAddress } from '../../server/src/workspaces/addresses.ts'
import type { TestService, TestWorkspace } from '../service.ts'
import { callsWith } from './app-api-calls.ts'
import type { AppApiCalls } from './app-api-calls.ts'
import { raiseRevision } from './given.ts'

/** A signed-in buyer. Paths are below `/app-api/portal/{slug}`; writes come as from a page of the service. */
export type TestBuyer = AppApiCalls & {
  /** Of the buyer, and of the person. */
  id: string
  personId: string
  email: string
  name: string
  slug: string
  token: string
}

/** Adds an active buyer to a customer, with a session. */
export async function givenSignedInBuyer(
  service: TestService,
  workspace: TestWorkspace,
  customerId: string,
  { name = 'Bo Buyer', ...values }: Partial<NewRow<'buyer'>> = {},
): Promise<TestBuyer> {
  const [id, personId] = [randomUUIDv7(), randomUUIDv7()]
  const email = `${id}@quay.example`
  const { db } = workspace.context
  const at = service.time.now
  const named = { name, email, email_key: matchingKey(email) }
  await db
    .insertInto('person')
    .values({ id: personId, ...named, email_verified: true, created_at: at, updated_at: at })
    .execute()
  await db
    .insertInto('buyer')
    .values({
      workspace_id: workspace.id,
      id,
      customer_id: customerId,
      ...named,
      status: 'active',
      invited_at: at,
      person_id: personId,
      ...values,
    })
    .execute()
  await raiseRevision(workspace)
  const token = await beginSession(workspace.context, personId)
  const slug = await readAddress(workspace.context, workspace.id)
  return {
    id,
    personId,
    email,
    name,
    slug,
    token,
    ...callsWith(service, token, `/portal/${slug}`),
  }
}

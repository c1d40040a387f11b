import { randomUUIDv7 } from 'node:crypto'
import type { NewRow } from '../../server/src/database/tables.ts'
import type { TestService, TestWorkspace } from './service.ts'
import { givenBuyer } from './given.ts'
import { callsWith } from './app-api-calls.ts'
import { givenSession } from './session.ts'
import type { SignedIn } from './session.ts'

/** A signed-in buyer. Paths are below `/app-api/portal/{slug}`. */
export type TestBuyer = SignedIn & {
  /** Of the buyer, and of the person. */
  id: string
  personId: string
}

/** Adds an active buyer to a customer, with a session. */
export async function givenSignedInBuyer(
  service: TestService,
  workspace: TestWorkspace,
  customerId: string,
  { name = 'Bo Buyer', ...values }: Partial<NewRow<'buyer'>> = {},
): Promise<TestBuyer> {
  const id = randomUUIDv7()
  const buyer = await givenSession(service, workspace, 'portal', name)
  const { email, personId } = buyer
  const active = { status: 'active', invited_at: service.time.now, person_id: personId } as const
  await givenBuyer(workspace, customerId, email, { id, name, ...active, ...values })
  return { ...buyer, id, ...callsWith(service, buyer.token, `/portal/${buyer.slug}`, { buyer: id }) }
}

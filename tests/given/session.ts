import { randomUUIDv7 } from 'node:crypto'
import { matchingKey } from '../../server/src/lib/matching-key.ts'
import { beginSession } from '../../server/src/people/sessions.ts'
import { readAddress } from '../../server/src/workspaces/addresses.ts'
import type { TestService, TestWorkspace } from './service.ts'
import { callsWith } from './app-api-calls.ts'
import type { AppApiCalls } from './app-api-calls.ts'

/** Somebody who is signed in. Paths are below the pages of a workspace; writes come as from a page of the service. */
export type SignedIn = AppApiCalls & { email: string; name: string; slug: string; token: string }

/** A person of that name with a session, who does not belong to the workspace yet. */
export async function givenSession(
  service: TestService,
  { id: workspaceId, context }: TestWorkspace,
  area: 'console' | 'portal',
  name: string,
): Promise<SignedIn & { personId: string }> {
  const personId = randomUUIDv7()
  const email = `${personId}@${area === 'console' ? 'harbour' : 'quay'}.example`
  const at = service.time.now
  const person = { id: personId, name, email, email_key: matchingKey(email) }
  await context.db
    .insertInto('person')
    .values({ ...person, email_verified: true, created_at: at, updated_at: at })
    .execute()
  const token = await beginSession(context, personId)
  const slug = await readAddress(context, workspaceId)
  return { personId, email, name, slug, token, ...callsWith(service, token, `/${area}/${slug}`) }
}

/** The same person with a new session: one ends after a month. */
export async function renewSession<Who extends SignedIn & { id: string; personId?: string }>(
  service: TestService,
  who: Who,
  area: 'console' | 'portal',
): Promise<Who> {
  const token = await beginSession(service.context, who.personId ?? who.id)
  const ofWrites: Record<string, string> = area === 'portal' ? { buyer: who.id } : {}
  return { ...who, token, ...callsWith(service, token, `/${area}/${who.slug}`, ofWrites) }
}

import { randomUUIDv7 } from 'node:crypto'
import type { NewRow } from '../../server/src/database/tables.ts'
import { matchingKey } from '../../server/src/matching-key.ts'
import { beginSession } from '../../server/src/people/sessions.ts'
import { readAddress } from '../../server/src/workspaces/addresses.ts'
import type { Answer, TestService, TestWorkspace } from '../service.ts'
import { raiseRevision } from './given.ts'

type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

/** A signed-in buyer. Paths are below `/app-api/portal/{slug}`; writes come as from a page of the service. */
export type TestBuyer = {
  /** Of the buyer, and of the person. */
  id: string
  personId: string
  email: string
  name: string
  slug: string
  token: string
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  put: Send
  post: Send
  delete: Send
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
  const write =
    (method: string): Send =>
    (path, body, headers) =>
      callPortal(service, token, method, `/${slug}${path}`, {
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
  return {
    id,
    personId,
    email,
    name,
    slug,
    token,
    get: (path, headers) => callPortal(service, token, 'GET', `/${slug}${path}`, { ...(headers && { headers }) }),
    put: write('PUT'),
    post: write('POST'),
    delete: write('DELETE'),
  }
}

/** Calls `/app-api/portal{path}` with that session, or without one. */
export async function callPortal(
  service: TestService,
  token: string | undefined,
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const cookie: Record<string, string> = token === undefined ? {} : { cookie: `session=${token}` }
  const response = await fetch(`${service.url}/app-api/portal${path}`, {
    method,
    ...init,
    headers: { ...cookie, ...(init.headers as Record<string, string>) },
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, body: text && isJson ? JSON.parse(text) : text }
}

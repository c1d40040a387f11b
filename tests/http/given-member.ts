import { randomUUIDv7 } from 'node:crypto'
import type { Role } from '../../server/src/database/column-values.ts'
import { matchingKey } from '../../server/src/matching-key.ts'
import { beginSession } from '../../server/src/people/sessions.ts'
import { readAddress } from '../../server/src/workspaces/addresses.ts'
import type { Answer, TestService, TestWorkspace } from '../service.ts'
import { raiseRevision } from './given.ts'

type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

/** A signed-in member of the staff. Paths are below `/app-api/console/{slug}`; writes come as from a page of the service. */
export type TestMember = {
  id: string
  email: string
  name: string
  slug: string
  token: string
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  put: Send
  post: Send
  patch: Send
  delete: Send
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
  const write =
    (method: string): Send =>
    (path, body, headers) =>
      callConsole(service, token, method, `/${slug}${path}`, {
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
  return {
    id,
    email,
    name,
    slug,
    token,
    get: (path, headers) => callConsole(service, token, 'GET', `/${slug}${path}`, { ...(headers && { headers }) }),
    put: write('PUT'),
    post: write('POST'),
    patch: write('PATCH'),
    delete: write('DELETE'),
  }
}

/** Calls `/app-api/console{path}` with that session, or without one. */
export async function callConsole(
  service: TestService,
  token: string | undefined,
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  const cookie: Record<string, string> = token === undefined ? {} : { cookie: `session=${token}` }
  const response = await fetch(`${service.url}/app-api/console${path}`, {
    method,
    ...init,
    headers: { ...cookie, ...(init.headers as Record<string, string>) },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

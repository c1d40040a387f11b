import type { Answer, TestService } from './service.ts'

type Headers = Record<string, string>
type Send = (path: string, body?: unknown, headers?: Headers) => Promise<Answer>

/** The calls of somebody who is signed in. Writes come as from a page of the service. */
export type AppApiCalls = {
  get: (path: string, headers?: Headers) => Promise<Answer>
  put: Send
  post: Send
  patch: Send
  delete: Send
}

/** What a page of the service says of itself. */
export const FROM_PAGE = { 'sec-fetch-site': 'same-origin' }

/** The calls with that session, of paths below `/app-api{base}`. All writes have the given headers. */
export function callsWith(service: TestService, token: string, base: string, ofWrites: Headers = {}): AppApiCalls {
  const write =
    (method: string): Send =>
    (path, body, headers) =>
      callAppApi(service, token, method, base + path, {
        headers: { ...FROM_PAGE, ...ofWrites, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
  return {
    get: (path, headers) => callAppApi(service, token, 'GET', base + path, { ...(headers && { headers }) }),
    put: write('PUT'),
    post: write('POST'),
    patch: write('PATCH'),
    delete: write('DELETE'),
  }
}

/** Calls `/app-api{path}` with that session, or without one. The body is as parsed, where it is JSON. */
export async function callAppApi(
  service: TestService,
  token: string | undefined,
  method: string,
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Headers } = {},
): Promise<Answer> {
  const cookie: Headers = token === undefined ? {} : { cookie: `session=${token}` }
  const response = await fetch(`${service.url}/app-api${path}`, {
    method,
    ...init,
    headers: { ...cookie, ...init.headers },
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, body: text && isJson ? JSON.parse(text) : text }
}

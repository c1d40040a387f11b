import type { Answer, TestService } from '../service.ts'
import { callAppApi, FROM_PAGE } from './app-api-calls.ts'

/** Keeps the session's cookie between calls, and sends writes as a page of the service does. */
export type TestBrowser = {
  /** Calls `/app-api{path}`. */
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** The token in the cookie; undefined while signed out. */
  token: string | undefined
}

/** A browser that nobody is signed in to. */
export function newBrowser(service: TestService): TestBrowser {
  const browser: TestBrowser = {
    token: undefined,
    call: async (method, path, body, headers) => {
      const answer = await callAppApi(service, undefined, method, path, {
        headers: {
          ...(browser.token !== undefined && { cookie: `other=1; session=${browser.token}` }),
          ...(method !== 'GET' && FROM_PAGE),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const set = /^session=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '')
      if (set) browser.token = set[1] || undefined
      return answer
    },
  }
  return browser
}

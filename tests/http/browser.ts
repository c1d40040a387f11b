import type { Answer, TestService } from '../service.ts'

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
      const response = await fetch(`${service.url}/app-api${path}`, {
        method,
        headers: {
          ...(browser.token !== undefined && { cookie: `other=1; session=${browser.token}` }),
          ...(method !== 'GET' && { 'sec-fetch-site': 'same-origin' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const cookie = /^session=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')
      if (cookie) browser.token = cookie[1] || undefined
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
    },
  }
  return browser
}

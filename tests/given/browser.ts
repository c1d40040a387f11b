import type { Answer, TestService } from './service.ts'
import { callAppApi, FROM_PAGE } from './app-api-calls.ts'

/**
 * Keeps the cookies of the session and of the browser between calls, and sends writes as a page of the service does.
 */
export type TestBrowser = {
  /** Calls `/app-api{path}`. */
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** The token in the cookie; undefined while signed out. */
  token: string | undefined
}

/** A browser that nobody is signed in to. */
export function newBrowser(service: TestService): TestBrowser {
  let device: string | undefined
  const browser: TestBrowser = {
    token: undefined,
    call: async (method, path, body, headers) => {
      const answer = await callAppApi(service, undefined, method, path, {
        headers: {
          cookie: cookies({ session: browser.token, device }),
          ...(method !== 'GET' && FROM_PAGE),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name, value] = /^(session|device)=([^;]*)/.exec(cookie)!
        if (name === 'session') browser.token = value || undefined
        else device = value
      }
      return answer
    },
  }
  return browser
}

function cookies(tokens: Record<string, string | undefined>): string {
  const set = Object.entries(tokens).filter(([, token]) => token !== undefined)
  return ['other=1', ...set.map(([name, token]) => `${name}=${token}`)].join('; ')
}

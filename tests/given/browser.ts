import type { Answer, TestService } from './service.ts'
import { callAppApi, FROM_PAGE } from './app-api-calls.ts'

/** Keeps its cookies between calls, sends writes as a page of the service does, and follows no redirect. */
export type TestBrowser = {
  /** Calls `/app-api{path}`. */
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  /** The token in the cookie; undefined while signed out. */
  token: string | undefined
}

/** A browser that nobody is signed in to. */
export function newBrowser(service: TestService): TestBrowser {
  const cookies = new Map([['other', '1']])
  return {
    get token() {
      return cookies.get('session')
    },
    set token(token) {
      if (token === undefined) cookies.delete('session')
      else cookies.set('session', token)
    },
    call: async (method, path, body, headers) => {
      const answer = await callAppApi(service, undefined, method, path, {
        redirect: 'manual',
        headers: {
          cookie: [...cookies].map((cookie) => cookie.join('=')).join('; '),
          ...(method !== 'GET' && FROM_PAGE),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name, value] = /^(\w+)=([^;]*)/.exec(cookie)!
        if (value) cookies.set(name!, value)
        else cookies.delete(name!)
      }
      return answer
    },
  }
}

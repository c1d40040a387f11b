import { ApiError } from './api-error.ts'

/** A call that failed for now, about to be made again. */
export type Retry = {
  /** Seconds until then. */
  seconds: number
  /** Of the call that failed, from 1. */
  attempt: number
  /** The HTTP status; 0 when there was no answer. */
  status: number
}

export type RetryOptions = {
  fetch?: ((request: Request) => Promise<Response>) | undefined
  sleep?: ((milliseconds: number) => Promise<void>) | undefined
  /** Hears of every wait before it begins. */
  onRetry?: ((retry: Retry) => void) | undefined
}

/** About a minute and a half of waiting when nobody says how long to wait. */
const MAX_ATTEMPTS = 8
const FIRST_WAIT_SECONDS = 1
const LONGEST_WAIT_SECONDS = 30

/**
 * A fetch that calls again after 429, 5xx and broken connections: every write of the API is safe to repeat. It waits as long as
 * the answer asks, else twice as long each time. The last answer is returned whatever it is; without any, it
 * throws an ApiError with the code `no_answer`.
 */
export function retryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  const { fetch = globalThis.fetch, sleep = pause, onRetry } = options
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      // A request is spent once sent, so each attempt sends a copy.
      const response = await readWhole(fetch, request.clone()).catch((error: unknown) => {
        if (request.signal.aborted) throw error
        return error as Error
      })
      if (response instanceof Response && !isPassing(response.status)) return response
      if (attempt === MAX_ATTEMPTS) {
        if (response instanceof Response) return response
        throw noAnswer(request, response)
      }
      const seconds = askedWait(response) ?? Math.min(FIRST_WAIT_SECONDS * 2 ** (attempt - 1), LONGEST_WAIT_SECONDS)
      onRetry?.({ seconds, attempt, status: response instanceof Response ? response.status : 0 })
      await sleep(seconds * 1000)
    }
  }
}

/** A connection can also break in the middle of an answer, so that one counts once all of it is here. */
async function readWhole(fetch: (request: Request) => Promise<Response>, request: Request): Promise<Response> {
  const response = await fetch(request)
  const body = await response.arrayBuffer()
  return new Response(body.byteLength === 0 ? null : body, response)
}

function isPassing(status: number): boolean {
  return status === 429 || status >= 500
}

/** The Retry-After of an answer, in seconds; a proxy may send it as a date. */
function askedWait(response: Response | Error): number | undefined {
  const value = response instanceof Response ? response.headers.get('retry-after') : null
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

function noAnswer(request: Request, error: Error): ApiError {
  const why = error.cause instanceof Error && error.cause.message ? error.cause.message : error.message
  return new ApiError(0, 'no_answer', `No answer from ${new URL(request.url).origin}: ${why}.`, [], { cause: error })
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

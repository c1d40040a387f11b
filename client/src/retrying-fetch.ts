import { ApiError } from './api-error.ts'
import { retryAfter } from './retry-after.ts'

/** A failed call that will be retried. */
export type Retry = {
  /** Seconds until the retry. */
  seconds: number
  /** The number of the failed attempt, from 1. */
  attempt: number
  /** The HTTP status; 0 if there was no answer. */
  status: number
  /** The timeout in seconds, if the attempt timed out. */
  timedOutAfter?: number
}

export type RetryOptions = {
  fetch?: ((request: Request) => Promise<Response>) | undefined
  sleep?: ((milliseconds: number) => Promise<void>) | undefined
  /** Called before every wait. */
  onRetry?: ((retry: Retry) => void) | undefined
  /** Timeout of one attempt, with the whole body, in seconds. Default: 60. */
  timeout?: number | undefined
  /**
   * The longest accepted `Retry-After`, in seconds. Default: 300. If the service sends a longer one, the call fails at
   * once, and the error has the value.
   */
  longestWait?: number | undefined
}

/** Together about a minute and a half of exponential backoff, if no response has a `Retry-After`. */
const MAX_ATTEMPTS = 8
const FIRST_WAIT_SECONDS = 1
const LONGEST_WAIT_SECONDS = 30

/**
 * A fetch with retries after 429, 5xx, broken connections and timeouts. Retries are safe: PUT is idempotent, a second
 * PATCH of the same step is refused, and a file that is sent twice is one import. It waits for the time in
 * `Retry-After`, else with exponential backoff. It returns the last response, whatever its status. Without a response,
 * it throws an ApiError with the code `no_answer`.
 */
export function retryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  const { fetch = globalThis.fetch, sleep = pause, onRetry, timeout = 60, longestWait = 300 } = options
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await attemptOnce(fetch, request, timeout)
      const status = answer instanceof Response ? answer.status : 0
      if (answer instanceof Response && !isTransient(status)) return answer
      const asked = answer instanceof Response ? retryAfter(answer) : undefined
      if (attempt === MAX_ATTEMPTS || (asked !== undefined && asked > longestWait)) {
        if (answer instanceof Response) return answer
        throw noAnswer(request, answer)
      }
      const seconds = asked ?? Math.min(FIRST_WAIT_SECONDS * 2 ** (attempt - 1), LONGEST_WAIT_SECONDS)
      onRetry?.({ seconds, attempt, status, ...(answer instanceof AttemptTimeout && { timedOutAfter: timeout }) })
      await sleep(seconds * 1000)
    }
  }
}

class AttemptTimeout extends Error {}

/** The response, or the error of the attempt. Throws if the caller has aborted the request. */
async function attemptOnce(
  fetch: (request: Request) => Promise<Response>,
  request: Request,
  timeout: number,
): Promise<Response | Error> {
  const deadline = AbortSignal.timeout(timeout * 1000)
  // A request can be sent only once, so each attempt sends a clone.
  const copy = new Request(request.clone(), { signal: AbortSignal.any([request.signal, deadline]) })
  try {
    return await readWhole(fetch, copy)
  } catch (error) {
    if (request.signal.aborted) throw error
    return deadline.aborted ? new AttemptTimeout(`none within ${timeout} s`) : (error as Error)
  }
}

/** Reads the whole body, because a connection can break in the middle of a response. */
async function readWhole(fetch: (request: Request) => Promise<Response>, request: Request): Promise<Response> {
  const response = await fetch(request)
  const body = await response.arrayBuffer()
  return new Response(body.byteLength === 0 ? null : body, response)
}

function isTransient(status: number): boolean {
  return status === 429 || status >= 500
}

function noAnswer(request: Request, error: Error): ApiError {
  const why = error.cause instanceof Error && error.cause.message ? error.cause.message : error.message
  return new ApiError(0, 'no_answer', `No answer from ${new URL(request.url).origin}: ${why}.`, [], { cause: error })
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

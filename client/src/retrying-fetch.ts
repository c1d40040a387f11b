import { ApiError } from './api-error.ts'
import { retryAfter } from './retry-after.ts'

/** A call that failed for now, about to be made again. */
export type Retry = {
  /** Seconds until then. */
  seconds: number
  /** Of the call that failed, from 1. */
  attempt: number
  /** The HTTP status; 0 when there was no answer. */
  status: number
  /** How many seconds it was waited for, where it was given up for taking too long. */
  timedOutAfter?: number
}

export type RetryOptions = {
  fetch?: ((request: Request) => Promise<Response>) | undefined
  sleep?: ((milliseconds: number) => Promise<void>) | undefined
  /** Hears of every wait before it begins. */
  onRetry?: ((retry: Retry) => void) | undefined
  /** How long one attempt may take until its answer is here whole, in seconds; 60 unless said. */
  timeout?: number | undefined
  /**
   * The longest that the service may ask to wait, in seconds; 300 unless said. Where it asks for more, the call fails at
   * once, and the error tells how long that is.
   */
  longestWait?: number | undefined
}

/** About a minute and a half of waiting when nobody says how long to wait. */
const MAX_ATTEMPTS = 8
const FIRST_WAIT_SECONDS = 1
const LONGEST_WAIT_SECONDS = 30

/**
 * A fetch that calls again after 429, 5xx, broken connections and answers that do not come: every write of the API is
 * safe to repeat. It waits as long as the answer asks, else twice as long each time. The last answer is returned whatever
 * it is; without any, it throws an ApiError with the code `no_answer`.
 */
export function retryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  const { fetch = globalThis.fetch, sleep = pause, onRetry, timeout = 60, longestWait = 300 } = options
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await attemptOnce(fetch, request, timeout)
      const status = answer instanceof Response ? answer.status : 0
      if (answer instanceof Response && !isPassing(status)) return answer
      const asked = answer instanceof Response ? retryAfter(answer) : undefined
      if (attempt === MAX_ATTEMPTS || (asked !== undefined && asked > longestWait)) {
        if (answer instanceof Response) return answer
        throw noAnswer(request, answer)
      }
      const seconds = asked ?? Math.min(FIRST_WAIT_SECONDS * 2 ** (attempt - 1), LONGEST_WAIT_SECONDS)
      onRetry?.({ seconds, attempt, status, ...(answer instanceof TookTooLong && { timedOutAfter: timeout }) })
      await sleep(seconds * 1000)
    }
  }
}

class TookTooLong extends Error {}

/** The answer, or why there is none. Throws when the caller has aborted the request. */
async function attemptOnce(
  fetch: (request: Request) => Promise<Response>,
  request: Request,
  timeout: number,
): Promise<Response | Error> {
  const deadline = AbortSignal.timeout(timeout * 1000)
  // A request is spent once sent, so each attempt sends a copy.
  const copy = new Request(request.clone(), { signal: AbortSignal.any([request.signal, deadline]) })
  try {
    return await readWhole(fetch, copy)
  } catch (error) {
    if (request.signal.aborted) throw error
    return deadline.aborted ? new TookTooLong(`none within ${timeout} s`) : (error as Error)
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

function noAnswer(request: Request, error: Error): ApiError {
  const why = error.cause instanceof Error && error.cause.message ? error.cause.message : error.message
  return new ApiError(0, 'no_answer', `No answer from ${new URL(request.url).origin}: ${why}.`, [], { cause: error })
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

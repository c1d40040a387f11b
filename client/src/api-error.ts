import type { components } from './openapi.d.ts'
import { retryAfter } from './retry-after.ts'

type ErrorBody = components['schemas']['Error']['error']

/** What the API answers when it refuses, and what the client adds: no answer at all, or one not from the API. */
export type ApiErrorCode = ErrorBody['code'] | 'no_answer' | 'unknown_answer'

/** One field that was refused: its dotted path, list positions from 0. */
export type ApiIssue = { path: string; message: string }

/** A call that did not succeed, once retrying was over. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly code: ApiErrorCode
  /** Every field that was refused; empty unless the code is `validation_error`. */
  readonly issues: ApiIssue[]
  /** Seconds that the service asked to wait before the next call, where it did. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    issues: ApiIssue[] = [],
    options: ErrorOptions & { retryAfter?: number | undefined } = {},
  ) {
    super(message, options)
    this.status = status
    this.code = code
    this.issues = issues
    this.retryAfter = options.retryAfter
  }
}

/** Reads the error out of an answer; one that is not in the API's envelope may be a proxy's. */
export async function readApiError(response: Response): Promise<ApiError> {
  const error = errorIn(await response.text().catch(() => '')) ?? {
    code: 'unknown_answer' as const,
    message: `The server answered ${response.status}, and not as the API does.`,
  }
  const { code, message, issues } = { issues: [], ...error }
  return new ApiError(response.status, code, message, issues, { retryAfter: retryAfter(response) })
}

function errorIn(text: string): ErrorBody | undefined {
  try {
    const error = JSON.parse(text)?.error
    return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined
  } catch {
    return undefined
  }
}

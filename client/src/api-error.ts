import type { components } from './openapi.d.ts'
import { retryAfter } from './retry-after.ts'

type ErrorBody = components['schemas']['Error']['error']

/** Error codes of the API. The client adds two: no answer, and an answer that is not from the API. */
export type ApiErrorCode = ErrorBody['code'] | 'no_answer' | 'unknown_answer'

/** Which error of its code it is, where that has several. The description of the API lists them. */
export type ApiErrorReason = components['schemas']['ErrorReason']

/** An error of one field: its path with dots, positions in lists from 0. */
export type ApiIssue = { path: string; message: string }

/** A call that failed after all retries. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number
  readonly code: ApiErrorCode
  readonly reason: ApiErrorReason | undefined
  /** All errors of fields. Empty unless the code is `validation_error`. */
  readonly issues: ApiIssue[]
  /** The `Retry-After` of the response, in seconds, if it has one. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    issues: ApiIssue[] = [],
    options: ErrorOptions & { retryAfter?: number | undefined; reason?: ApiErrorReason | undefined } = {},
  ) {
    super(message, options)
    this.status = status
    this.code = code
    this.reason = options.reason
    this.issues = issues
    this.retryAfter = options.retryAfter
  }
}

/** Reads the error of a response. A response without the error envelope of the API may come from a proxy. */
export async function readApiError(response: Response): Promise<ApiError> {
  const error = errorIn(await response.text().catch(() => '')) ?? {
    code: 'unknown_answer' as const,
    message: `The server answered ${response.status}, but not in the format of the API.`,
  }
  const { code, reason, message, issues } = { issues: [], reason: undefined, ...error }
  return new ApiError(response.status, code, message, issues, { reason, retryAfter: retryAfter(response) })
}

function errorIn(text: string): ErrorBody | undefined {
  try {
    const error = JSON.parse(text)?.error
    return typeof error?.code === 'string' && typeof error.message === 'string' ? error : undefined
  } catch {
    return undefined
  }
}

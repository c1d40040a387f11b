const MAX_QUOTED = 100

/** One thing wrong with the input: the dotted path of the field (list positions from 0) and what to do about it. */
export type Issue = { path: string; message: string }

/** What a verb may refuse with. The code is part of the public contract; the message is for people. */
export abstract class DomainError extends Error {
  abstract readonly code: string
}

/** A field of the input is missing or wrong. Lists every problem found, not only the first. */
export class InvalidInput extends DomainError {
  readonly code = 'validation_error'
  readonly issues: Issue[]

  constructor(issues: Issue[]) {
    super(issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message)).join(' '))
    this.issues = issues
  }
}

/** The input is well formed, but is not allowed in the present state. */
export class InvalidRequest extends DomainError {
  readonly code = 'invalid_request'
}

/** No such thing in this workspace; whether it exists in another one is never told. */
export class NotFound extends DomainError {
  readonly code = 'not_found'
}

/** The key is missing, unknown or revoked. */
export class Unauthorized extends DomainError {
  readonly code = 'unauthorized'
}

/** The caller is known, but may not do this: with this key, or under this plan. */
export class Refused extends DomainError {
  readonly code: 'forbidden' | 'insufficient_scope' | 'read_only'

  constructor(code: Refused['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** The key has used up its requests for this minute. */
export class RateLimited extends DomainError {
  readonly code = 'rate_limited'
}

/** The service cannot answer just now, and soon may: its database is away, or more is asked of it than it can answer. */
export class Unavailable extends DomainError {
  readonly code = 'unavailable'
  /** Seconds after which to ask again. */
  readonly retryAfter: number

  constructor(message: string, retryAfter: number, options?: ErrorOptions) {
    super(message, options)
    this.retryAfter = retryAfter
  }
}

/** Refuses what is too much just now. One for all of it, as a refusal has to cost next to nothing. */
export const BUSY = new Unavailable('The service is overloaded. Try again in a moment.', 1)

/** What a caller named, in quotes, for a message: cut where it is longer than a name can be. */
export function quoted(value: string): string {
  return value.length > MAX_QUOTED ? `"${value.slice(0, MAX_QUOTED)}…"` : `"${value}"`
}

/** The operator has to mend something before the command can run; printed as one line, without a stack. */
export class OperatorError extends Error {}

const MAX_QUOTED = 100

/** One problem of the input: the dotted path of the field (list positions from 0), and what to do about it. */
export type Issue = { path: string; message: string }

/**
 * Which error of a code it is, where a program would do something else: its meaning, and what to do. The words are
 * stable.
 */
export const REASONS = {
  unknown_endpoint: 'There is no such path: look at the base URL.',
  unknown_product: 'No product has this id. It may be deleted.',
  unknown_sku: 'No product has this SKU. Send it with `PUT /products`.',
  hidden_product: 'The product is there, but this customer does not see it.',
  unknown_brand: 'No brand has this id.',
  unknown_category: 'No category has this id.',
  unknown_customer: 'No customer has this id or account code. Send it with `PUT /customers`.',
  unknown_order: 'No order has this id or number.',
  unknown_quote: 'No quote has this id or number.',
  unknown_price_change: 'No price change has this id.',
  unknown_import: 'No import by the API has this id.',
  draft_gone: 'The price change is no draft any more: leave out `priceChangeId` to start another.',
  already_moved: 'The order has this status already, or a later one: nothing is left to do.',
  not_movable: 'The order cannot go from its status to this one. Read it again.',
  note_required: 'Cancelling an order needs the reason in `note`.',
  credit_hold: 'The order passes the credit limit: send `liftCreditHold`, or leave it to the staff.',
  not_dispatched: '`tracking` comes with the dispatch, not before.',
} as const

export type Reason = keyof typeof REASONS

/**
 * An error that a verb may throw. Its code is part of the contract of the API, but for those that only the service's own
 * pages get; the message is for people.
 */
export abstract class DomainError extends Error {
  abstract readonly code: string
  readonly reason: Reason | undefined

  constructor(message: string, reason?: Reason, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
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

/** The error for a single field. */
export function invalidField(path: string, message: string): InvalidInput {
  return new InvalidInput([{ path, message }])
}

/** The input is valid, but not allowed in the current state. */
export class InvalidRequest extends DomainError {
  readonly code = 'invalid_request'
}

/** Somebody else was first: what the caller saw has changed since. The message says what changed. */
export class Conflict extends DomainError {
  readonly code = 'conflict'
  /** The fields that changed meanwhile, if they are known. */
  readonly issues: Issue[] | undefined

  constructor(message: string, issues?: Issue[]) {
    super(message)
    this.issues = issues
  }
}

/** The record is not in the state that the caller said it has to be in. */
export class PreconditionFailed extends DomainError {
  readonly code = 'precondition_failed'
}

/** It does not exist in this workspace. Whether it exists in another one is never revealed. */
export class NotFound extends DomainError {
  readonly code = 'not_found'
}

/** It was there, and cannot be followed any more. The message says how to begin again. */
export class Gone extends DomainError {
  readonly code = 'gone'
}

/** The key is missing, unknown or revoked. */
export class Unauthorized extends DomainError {
  readonly code = 'unauthorized'
}

/**
 * The caller is known, but not allowed to do this: by the key's scope, the workspace's plan, how the session was
 * proved, or for whom it acts.
 */
export class Refused extends DomainError {
  readonly code:
    | 'forbidden'
    | 'insufficient_scope'
    | 'read_only'
    | 'proof_required'
    | 'passkey_required'
    | 'other_buyer'

  constructor(code: Refused['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** The key has used up its requests for this minute, or there were too many attempts to sign in. */
export class RateLimited extends DomainError {
  readonly code = 'rate_limited'
  /** Seconds after which to try again. */
  readonly retryAfter: number

  constructor(message: string, retryAfter: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** The service cannot answer now, but may soon: its database is unavailable, or it is overloaded. */
export class Unavailable extends DomainError {
  readonly code = 'unavailable'
  /** Seconds after which to ask again. */
  readonly retryAfter: number

  constructor(message: string, retryAfter: number, options?: ErrorOptions) {
    super(message, undefined, options)
    this.retryAfter = retryAfter
  }
}

/** Thrown to shed load. It is one shared instance, because a refusal must cost almost nothing. */
export const BUSY = new Unavailable('The service is overloaded. Try again in a moment.', 1)

/** A value of the caller in quotes, for a message; cut where it is longer than any valid name. */
export function quoted(value: string): string {
  return value.length > MAX_QUOTED ? `"${value.slice(0, MAX_QUOTED)}…"` : `"${value}"`
}

/** The operator has to fix something before the command can run. It is printed as one line, without a stack. */
export class OperatorError extends Error {}

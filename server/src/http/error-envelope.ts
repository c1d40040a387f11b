import { z } from 'zod'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { describeError } from '../lib/describe-error.ts'
import { DiskFull } from '../lib/disk-full.ts'
import { Conflict, DomainError, InvalidInput, RateLimited, REASONS, Unavailable } from '../errors.ts'
import { JSON_TYPE } from './envelope.ts'
import type { Issue, Reason } from '../errors.ts'

/** The error codes of the public API, each with its HTTP status and its meaning. */
export const ERRORS = {
  validation_error: {
    status: 400,
    meaning: 'A part of the query or the body is missing or wrong. `issues` lists every error.',
  },
  invalid_json: { status: 400, meaning: 'The body is not JSON.' },
  invalid_request: { status: 400, meaning: 'The request is well formed, but the present state does not allow it.' },
  unauthorized: { status: 401, meaning: 'The API key is missing, unknown or revoked.' },
  forbidden: { status: 403, meaning: 'This key may not use the API: its workspace is a demo.' },
  insufficient_scope: { status: 403, meaning: 'A read-only key tried to write.' },
  read_only: { status: 403, meaning: 'The trial or subscription of the workspace has ended: reads only.' },
  not_found: { status: 404, meaning: 'The endpoint does not exist, or this workspace has no such record.' },
  method_not_allowed: {
    status: 405,
    meaning: 'The path does not support this method. `Allow` lists the methods that it supports.',
  },
  gone: { status: 410, meaning: 'The cursor cannot be followed any more. The message says how to begin again.' },
  precondition_failed: { status: 412, meaning: '`If-Match` names another state than the present one: read it again.' },
  payload_too_large: { status: 413, meaning: 'The body is too large: send fewer rows in a call.' },
  rate_limited: { status: 429, meaning: 'The key has used up its requests for this minute.' },
  internal_error: { status: 500, meaning: 'Something failed on the server.' },
  unavailable: {
    status: 503,
    meaning: 'The service is overloaded or has no database. Try again after `Retry-After` seconds.',
  },
} as const

/** Codes that only the service's own pages get. The public API has none of them. */
const ERRORS_OF_PAGES = {
  proof_required: { status: 403, meaning: 'Prove who you are (`POST /app-api/account/proof/…`), then call again.' },
  passkey_required: { status: 403, meaning: 'The session has to be proved by a passkey first.' },
  other_buyer: {
    status: 409,
    meaning:
      'The header `Buyer`, or `buyer` in the query, names another buyer than the one for whom the session acts now; or ' +
      'a write names none. Load the page again.',
  },
  conflict: { status: 409, meaning: 'Somebody else changed it meanwhile. The message says what changed.' },
} as const

export type PublicErrorCode = keyof typeof ERRORS
export type ErrorCode = PublicErrorCode | keyof typeof ERRORS_OF_PAGES

const STATUSES = { ...ERRORS, ...ERRORS_OF_PAGES }

/** A schema of its own, so that a reader of the description finds all words in one list. */
const ReasonWord = z.enum(keysOf(REASONS)).meta({
  id: 'ErrorReason',
  description: `Which error of its code it is:\n\n${listed(REASONS)}`,
})

/** The body of every error response of the public API; its OpenAPI document refers to it by its id. */
export const ErrorEnvelope = envelopeOf(
  keysOf(ERRORS),
  'Every error that was found. Only with `validation_error`.',
).meta({ id: 'Error', description: 'An error.' })

/** The body of every error response to the pages. */
export const PageErrorEnvelope = envelopeOf(
  keysOf(STATUSES),
  'Every error that was found, with `validation_error`; the fields that changed meanwhile, with `conflict`.',
).meta({ id: 'PageError', description: 'An error.' })

function listed(meanings: Record<string, string>): string {
  return Object.entries(meanings)
    .map(([word, meaning]) => `- \`${word}\`: ${meaning}`)
    .join('\n')
}

function keysOf<Code extends string>(errors: Record<Code, unknown>): [Code, ...Code[]] {
  return Object.keys(errors) as [Code, ...Code[]]
}

function envelopeOf<Code extends string>(codes: [Code, ...Code[]], issues: string) {
  return z.object({
    error: z.object({
      code: z.enum(codes).meta({ description: 'For programs. It is stable.' }),
      reason: ReasonWord.optional().meta({
        description:
          'For programs: which error of this code it is, where more than one is to be told apart. It is stable.',
      }),
      message: z.string().meta({ description: 'For people. It may change.' }),
      issues: z
        .array(
          z.object({
            path: z.string().meta({ description: 'Path of the field, with dots. Positions in lists start at 0.' }),
            message: z.string(),
          }),
        )
        .optional()
        .meta({ description: issues }),
    }),
  })
}

/** `reason`: which error of the code it is; `issues`: every field that is wrong. */
type ErrorDetails = { reason?: Reason | undefined; issues?: Issue[] | undefined }

declare module 'fastify' {
  interface FastifyRequest {
    refusal?: { code: ErrorCode; reason: Reason | undefined }
  }
}

export function sendError(
  reply: FastifyReply,
  code: ErrorCode,
  message: string,
  details: ErrorDetails = {},
): FastifyReply {
  reply.request.refusal = { code, reason: details.reason }
  if (code === 'unauthorized') reply.header('www-authenticate', challenge(reply.request))
  return reply
    .code(STATUSES[code].status)
    .type(JSON_TYPE)
    .send(errorBody(code, message, details))
}

/** HTTP asks for it with each 401, and RFC 6750 says how. Browsers show no sign-in box of their own for this scheme. */
function challenge({ headers: { authorization = '' } }: FastifyRequest): string {
  const refusesToken = /^bearer +\S/i.test(authorization)
  return `Bearer realm="Trade Catalogue"${refusesToken ? ', error="invalid_token"' : ''}`
}

/** The envelope as text, also for responses that the framework does not send. */
export function errorBody(code: ErrorCode, message: string, { reason, issues }: ErrorDetails = {}): string {
  return JSON.stringify({ error: { code, reason, message, issues } })
}

function tooLarge({ routeOptions: { bodyLimit } }: FastifyRequest): string {
  return `The body has more than ${bodyLimit.toLocaleString('en')} bytes. Send fewer rows in a call.`
}

/** Turns every error into a response. Details of a 5xx are logged, and not shown to the caller. */
export function handleError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof InvalidInput || error instanceof Conflict)
    return sendError(reply, error.code, error.message, error)
  if (error instanceof RateLimited) reply.header('retry-after', error.retryAfter)
  if (error instanceof Unavailable) {
    reply.header('retry-after', error.retryAfter)
    // Mostly at level info: the outage log reports once that the database is away.
    const level = error instanceof DiskFull ? 'error' : 'info'
    if (error.cause !== undefined) request.log[level]({ cause: describeError(error.cause) }, 'request not answered')
  }
  if (error instanceof DomainError) return sendError(reply, error.code as ErrorCode, error.message, error)
  const { statusCode = 500 } = error as FastifyError
  if (statusCode === 413) return sendError(reply, 'payload_too_large', tooLarge(request))
  if (statusCode < 500) return sendError(reply, 'invalid_request', error.message)
  request.log.error({ error: describeError(error) }, 'request failed')
  const message = `The service failed. Try again in a moment. If it fails again, report the request id ${request.id}.`
  return sendError(reply, 'internal_error', message)
}

import type { FastifyRequest } from 'fastify'
import { InvalidInput } from '../../errors.ts'
import { PROMISE_LIMITS } from '../../rules/limits.ts'
import { anyText } from '../../text-input.ts'
import type { Caller } from '../../workspaces/caller.ts'

/** The header with the reason for which a call may break promises, percent-encoded: headers have no other letters. */
export const REASON_HEADER = 'promise-reason'

/** The header with which a page asks which promises a call would break: the call is made and taken back. */
const REHEARSAL_HEADER = 'rehearsal'

const reason = anyText(PROMISE_LIMITS.reason)

/** The reason that a call gives for breaking promises; nothing where it gives none. Throws InvalidInput. */
export function promiseReasonOf({ headers }: FastifyRequest): { promiseReason?: string } {
  const given = headers[REASON_HEADER]
  if (given === undefined) return {}
  const { success, data, error } = reason.safeParse(decoded(String(given)))
  if (!success) throw new InvalidInput([{ path: REASON_HEADER, message: error.issues[0]!.message }])
  return data === '' ? {} : { promiseReason: data }
}

/** Only for pages of the staff: other callers have no such header. */
export function rehearsalOf({ headers }: FastifyRequest, { type }: Caller): { isRehearsal?: true } {
  return type === 'member' && headers[REHEARSAL_HEADER] === 'true' ? { isRehearsal: true } : {}
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new InvalidInput([{ path: REASON_HEADER, message: 'Must be percent-encoded UTF-8.' }])
  }
}

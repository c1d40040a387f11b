import type { ErrorCode } from '../../server/src/http/error-envelope.ts'

/** What the message of each code has to say, for a person who is to do something about it. */
export const SAYS: Record<ErrorCode, RegExp> = {
  validation_error: /\.$/,
  invalid_json: /^The body is not valid JSON\. \S.*\.$/,
  invalid_request:
    /\b(cannot|can only|is only cancelled with|waits: .+ Confirm it with|already|no longer|[Nn]othing|before it was whole|has no Host|took too long|not a request)\b.*\.$/,
  unauthorized: /"Authorization: Bearer <key>"|API key is not known, or has been revoked/,
  forbidden: /demo workspace has no API/,
  insufficient_scope: /key can only read/,
  read_only: /trial or subscription .* has ended: it can only be read/,
  proof_required: /by your password, or by a passkey\.$/,
  passkey_required: /with a passkey|with passkeys/,
  other_buyer: /: load it again\.$/,
  conflict: /\b(changed|deleted|now)\b.*\.$/s,
  not_found:
    /^There is no (endpoint|product|brand|category|customer|order|quote|price change|price group|import)\b.*\.$/s,
  method_not_allowed: /^[\w-]+ is not possible here; use [A-Z]+(, [A-Z]+)*\.$/,
  gone: /Begin again with cursor=start\.$/,
  precondition_failed: /changed since you read it: read it again, then decide\.$/,
  payload_too_large: /more than [\d,]+ bytes\. Send fewer rows/,
  rate_limited: /its \d+ requests for this minute; wait/,
  internal_error: /Try again in a moment\. .* report the request id \S+\.$/,
  unavailable: /[Aa]gain in a moment|database|took too long/,
}

/** What the message of each issue has to say: what a valid value is, or with what it is in conflict. */
export const INSTRUCTS = new RegExp(
  [
    /^Must (be|have|not be|not contain) .+\.$/,
    /^(Is required|Must not be blank|Give it once, as one value)\.$/,
    /^A name must have 1 to \d+ characters\.$/,
    /^Two names differ only in the space around them\.$/,
    /^The SKU ".+" is in this call more than once\.$/,
    /^The price change ".+" is \w+, no longer a draft\. .+\.$/,
    /^There is no .+\.$/,
    /^\d+ more problems are not listed\. Mend these first\.$/,
    /: (use|choose|send|give|say|name) .+\.$/,
  ]
    .map(({ source }) => source)
    .join('|'),
  's',
)

import assert from 'node:assert/strict'
import type { ErrorCode } from '../../server/src/http/error-envelope.ts'
import { SAYS } from '../given/refusals.ts'
import type { RawAnswer } from './connection.ts'
import { problems, validateError } from './description.ts'
import type { DescribedAnswer } from './description.ts'
import { judgeIssues } from './judge-issues.ts'
import type { Issue } from './judge-issues.ts'
import { inspectInput, isPathOf } from './judge-input.ts'
import type { Caller, Request } from './request.ts'

/** What a caller is told who may not do this, by who it is; another one gets an answer. */
const REFUSED: Record<Caller, Partial<Record<'any' | 'write', string>>> = {
  writer: {},
  neighbour: {},
  reader: { write: 'insufficient_scope' },
  lapsed: { write: 'read_only' },
  demo: { any: 'forbidden' },
  revoked: { any: 'unauthorized' },
  nobody: { any: 'unauthorized' },
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Throws where an answer is not what the document says of that request; returns the body. */
export function expectAsDescribed(request: Request, answer: RawAnswer | undefined): any {
  assert(answer, 'The server hung up without an answer.')
  const { operation, method, target } = request
  const described = operation.answers.get(answer.status)
  assert(answer.status < 500 && described, `${answer.status} must not be: ${answer.body}`)
  judgeHeaders(request, answer, described)
  if (method === 'HEAD' || answer.status === 304) {
    assert.equal(answer.body, '')
    return undefined
  }
  const body = JSON.parse(answer.body)
  if (answer.status < 300) assert.deepEqual(problems(described.validate!, body), [], answer.body)
  else assert(described.codes.includes(judgeError(answer, body)), `${answer.status} is not for ${body.error.code}`)
  if (isPathOf(operation, target)) judgeRefusal(request, body.error)
  else assert.equal(body.error?.code, 'not_found')
  return body
}

/** Throws where what holds of the answer to anything at all does not. */
export function expectEnvelope(answer: RawAnswer | undefined): void {
  assert(answer, 'The server hung up without an answer.')
  const { status, headers, body } = answer
  assert(status < 500, body)
  if (status >= 400 && body !== '') judgeError(answer, JSON.parse(body))
  if (status === 405) assert.match(headers.get('allow')?.[0] ?? '', /[A-Z]/)
}

/** Returns the code. */
function judgeError({ status, headers }: RawAnswer, body: any): string {
  assert(status >= 400)
  assert.deepEqual(headers.get('content-type'), [JSON_TYPE])
  assert.deepEqual(problems(validateError, body), [], JSON.stringify(body))
  const { code, message, issues } = body.error
  assert.match(message, SAYS[code as ErrorCode])
  if (code === 'not_found') assert(body.error.reason, 'It does not say what was not found.')
  assert.equal(issues !== undefined, code === 'validation_error', JSON.stringify(body))
  assert(issues === undefined || issues.length > 0)
  return code
}

function judgeHeaders(
  { operation, caller, target }: Request,
  { status, headers }: RawAnswer,
  { headers: promised }: DescribedAnswer,
): void {
  for (const [name, values] of headers) assert.equal(values.length, 1, name)
  if (status !== 304) assert.deepEqual(headers.get('content-type'), [JSON_TYPE])
  for (const name of promised) assert.match(headers.get(name.toLowerCase())?.[0] ?? '', /\S/, name)
  if (operation.keyed && !REFUSED[caller].any && isPathOf(operation, target)) {
    for (const name of ['ratelimit', 'ratelimit-policy']) assert(headers.has(name), name)
  }
}

/** What a POST only reads. */
const READS = new Set(['/api/v1/order-checks'])

/** What is to be refused is, and nothing else. */
function judgeRefusal(request: Request, error: { code: string; issues?: Issue[] } | undefined): void {
  const { operation, caller } = request
  const isRead = operation.method === 'GET' || READS.has(operation.path)
  const refused = REFUSED[caller].any ?? (isRead ? undefined : REFUSED[caller].write)
  if (operation.keyed && refused) {
    assert.equal(error?.code, refused)
    return
  }
  const input = inspectInput(request)
  if (error === undefined) assert.deepEqual(input.wrong, [], 'It succeeded.')
  if (input.unreadable !== 'maybe') assert.equal(error?.code === 'invalid_json', input.unreadable)
  if (error?.issues) judgeIssues(input, error.issues)
}

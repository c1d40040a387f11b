import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BUSY, DomainError, InvalidInput, InvalidRequest } from '../errors.ts'
import { FairQueue } from '../fair-queue.ts'
import { TimeBudget } from '../time-budget.ts'
import { JsonValueCounter } from './json-values.ts'
import type { RequestLimits } from './request-limits.ts'
import { WorkspaceShares } from './workspace-shares.ts'

/** Bytes that count against what a workspace may announce, and against what may be in memory. */
type HeldBytes = { announced: number; arrived: number }

/** From so many bytes on a body is large: rows of 40 kB each, of which each step takes the event loop tens of milliseconds. */
const LARGE_BYTES = 4 * 1_048_576
/** Large bodies are worked on one at a time. While others are active, a workspace's take a twentieth of the time. */
const TIME_OF_LARGE = { rate: 0.05, savedMs: 500 }
/** How long a large body waits for that, in milliseconds, before it is refused. */
const LARGE_WAIT_MS = 10_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the body, while the request is worked on. */
    heldBytes: HeldBytes | null
    /** Lets the next large body be worked on. */
    endLargeBody: (() => void) | undefined
  }
}

/** Values in a body: the largest legal call has 24,300, and fields that are not known may be beside them. */
const MAX_VALUES = 100_000

const CUT_SHORT = 'The body ended before it was whole.'
const TOO_LARGE = 'The body is larger than any valid call.'
const TOO_MANY_VALUES = `The body has more than ${MAX_VALUES} values. Send fewer rows, or fewer fields with each.`

/** The body is not JSON in UTF-8. */
class InvalidJson extends DomainError {
  readonly code = 'invalid_json'
}

class PayloadTooLarge extends DomainError {
  readonly code = 'payload_too_large'
}

/**
 * Reads every body as JSON, whatever type it is said to have: there is nothing else that the API takes. What a body costs
 * is bounded before it is there. A workspace has its share of what is announced, which is taken from nobody else; what has
 * arrived, of all workspaces, is no more than there is memory for. Call it after `authenticate`.
 */
export function readJsonBodies(app: FastifyInstance, { bodyBytes: { total, perWorkspace } }: RequestLimits): void {
  const shares = {
    announced: new WorkspaceShares({ total: Infinity, perWorkspace }),
    arrived: new WorkspaceShares({ total, perWorkspace: Infinity }),
  }
  const hold = ({ workspace, heldBytes }: FastifyRequest, kind: keyof HeldBytes, bytes: number) => {
    if (!shares[kind].take(workspace.workspaceId, bytes)) throw BUSY
    heldBytes![kind] += bytes
  }
  const large = new FairQueue({ places: 1, budget: new TimeBudget(TIME_OF_LARGE) })
  const release = (request: FastifyRequest) => {
    const { workspace, heldBytes } = request
    request.heldBytes = null
    request.endLargeBody?.()
    request.endLargeBody = undefined
    if (!heldBytes) return
    shares.announced.giveBack(workspace.workspaceId, heldBytes.announced)
    shares.arrived.giveBack(workspace.workspaceId, heldBytes.arrived)
  }
  app.decorateRequest('heldBytes', null)
  app.decorateRequest('endLargeBody')
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', (request, _reply, done) => {
    large.noteActive(request.workspace.workspaceId)
    // The framework refuses a type that it cannot read.
    if (request.headers['content-type'] !== undefined) request.headers['content-type'] = 'application/json'
    done()
  })
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (payload.destroyed) throw new InvalidRequest(CUT_SHORT)
    const check = checkOf(request)
    const length = request.headers['content-length']
    request.heldBytes = { announced: 0, arrived: 0 }
    payload.once('close', () => {
      if (!payload.complete) release(request)
    })
    if (length !== undefined) hold(request, 'announced', Number(length))
    const text = await collect(payload, (chunk) => {
      check(chunk)
      if (length === undefined) hold(request, 'announced', chunk.length)
      hold(request, 'arrived', chunk.length)
    })
    if (request.heldBytes.arrived > LARGE_BYTES) {
      request.endLargeBody = await large.enter(request.workspace.workspaceId, { limitMs: LARGE_WAIT_MS })
    }
    const value = parse(text)
    // To check a large body takes as long as to parse it: what has come in meanwhile goes between.
    await setImmediate()
    return value
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    release(request)
    done(null, payload)
  })
}

/** A function that throws once the chunks that it was given are more than any valid call. Throws where more is announced. */
function checkOf({ headers, routeOptions: { bodyLimit } }: FastifyRequest): (chunk: Buffer) => void {
  const announced = Number(headers['content-length'] ?? bodyLimit)
  if (announced > bodyLimit) throw new PayloadTooLarge(TOO_LARGE)
  const values = new JsonValueCounter()
  let bytes = 0
  return (chunk) => {
    bytes += chunk.length
    if (bytes > bodyLimit) throw new PayloadTooLarge(TOO_LARGE)
    // There are fewer values than bytes.
    if (announced > MAX_VALUES) values.add(chunk)
    if (values.count > MAX_VALUES) throw new InvalidInput([{ path: '', message: TOO_MANY_VALUES }])
  }
}

/** The text of a body, decoded as it arrives. What `check` throws ends it, and the rest is let go. */
function collect(payload: IncomingMessage, check: (chunk: Buffer) => void): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  const attempt = (work: () => void) => {
    try {
      work()
    } catch (error) {
      payload.removeAllListeners('data')
      text = ''
      reject(error as Error)
    }
  }
  payload
    .on('data', (chunk: Buffer) =>
      attempt(() => {
        check(chunk)
        text += decode(decoder, chunk)
      }),
    )
    .once('end', () => attempt(() => resolve(text + decode(decoder))))
    .once('error', () => reject(new InvalidRequest(CUT_SHORT)))
  return promise
}

/** Without a chunk, what the last one has left. */
function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch (error) {
    throw new InvalidJson(`The body is not valid JSON. ${(error as Error).message}.`)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = text === '' ? 'It is empty.' : `${(error as Error).message}.`
    throw new InvalidJson(`The body is not valid JSON. ${why}`)
  }
}

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BUSY, DomainError, InvalidInput, InvalidRequest } from '../../errors.ts'
import { FairQueue } from '../../fair-queue.ts'
import { parseJson } from './parse-json.ts'
import { ParsingThread } from './parsing-thread.ts'
import { ValueCounter } from './value-counter.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import type { AddHooks } from '../add-hooks.ts'
import { WorkspaceQuotas } from '../limits/workspace-quotas.ts'

/** Bytes that count against the quota of declared bytes, and against the quota of received bytes. */
type ReservedBytes = { declared: number; received: number }

/** A larger body counts as large: the largest takes about a second of a processor. */
const LARGE_BYTES = 4 * 1_048_576
/**
 * A workspace has one large body processed at a time, so one that waits for a lock leaves a slot for another workspace.
 */
const LARGE_BODIES = { slots: 2, perOwner: { alone: 1, contended: 1 } }
/**
 * A larger body is parsed in a thread. A call of a hundred common rows is smaller: to hand it over and back would take
 * as long as to parse it. The worst body of this size has 65,000 problems, which take 50 ms to find.
 */
const THREAD_BYTES = 131_072
/** Somebody who is not signed in may send no more. */
const SMALL_BYTES = 16_384
/** How long a large body waits for its slot before it is refused, in milliseconds. */
const LARGE_WAIT_MS = 10_000

declare module 'fastify' {
  interface FastifyRequest {
    /** For the body, until the request is answered. */
    reservedBytes: ReservedBytes | null
    /** Releases the slot for large bodies. */
    releaseLargeBody: (() => void) | undefined
  }
}

/** Values in a body. The largest valid call has 24,300; unknown fields add to that. */
const MAX_VALUES = 100_000

const CUT_SHORT = 'The body ended before it was whole.'
const TOO_LARGE = 'The body is larger than any valid call.'
const TOO_MANY_VALUES = `The body has more than ${MAX_VALUES} values. Send fewer rows, or fewer fields with each.`

class PayloadTooLarge extends DomainError {
  readonly code = 'payload_too_large'
}

/**
 * Reads every body as JSON, whatever its content type: the API accepts nothing else. Two quotas limit the memory for
 * bodies. Declared bytes have a quota per workspace, so a declaration takes nothing from other workspaces. Received
 * bytes have one quota for all workspaces. Large bodies are parsed in the thread that `parsingModule` is for. Call it
 * after `authenticate`.
 */
export function readJsonBodies({ bodyBytes: { total, perWorkspace } }: RequestLimits, parsingModule: URL): AddHooks {
  const quotas = {
    declared: new WorkspaceQuotas({ total: Infinity, perWorkspace }),
    received: new WorkspaceQuotas({ total, perWorkspace: Infinity }),
  }
  const reserve = ({ workspace, reservedBytes }: FastifyRequest, kind: keyof ReservedBytes, bytes: number) => {
    if (!quotas[kind].acquire(workspace.workspaceId, bytes)) throw BUSY
    reservedBytes![kind] += bytes
  }
  const large = new FairQueue(LARGE_BODIES)
  const turns = new FairQueue({ slots: 1 })
  const thread = new ParsingThread(parsingModule)
  const release = (request: FastifyRequest) => {
    const { workspace, reservedBytes } = request
    request.reservedBytes = null
    request.releaseLargeBody?.()
    request.releaseLargeBody = undefined
    if (!reservedBytes) return
    quotas.declared.release(workspace.workspaceId, reservedBytes.declared)
    quotas.received.release(workspace.workspaceId, reservedBytes.received)
  }
  return (app) => {
    app.addHook('onClose', (_app, done) => {
      thread.close()
      done()
    })
    app.decorateRequest('reservedBytes', null)
    app.decorateRequest('releaseLargeBody')
    takeAnyType(app)
    app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
      if (payload.destroyed) throw new InvalidRequest(CUT_SHORT)
      const checkLimits = bodyLimits(request)
      const length = request.headers['content-length']
      const owner = request.workspace.workspaceId
      if (Number(length) > THREAD_BYTES) thread.start()
      request.reservedBytes = { declared: 0, received: 0 }
      payload.once('close', () => {
        if (!payload.complete) release(request)
      })
      if (length !== undefined) reserve(request, 'declared', Number(length))
      const chunks = await collect(payload, (chunk) => {
        checkLimits(chunk)
        if (length === undefined) reserve(request, 'declared', chunk.length)
        reserve(request, 'received', chunk.length)
      })
      const { received } = request.reservedBytes
      const { body: expected, operationId: operation } = request.routeOptions.schema ?? {}
      // Clients say a type even where they send nothing.
      if (received === 0 && !expected) return undefined
      if (received <= THREAD_BYTES) return parseJson(chunks)
      if (received > LARGE_BYTES) request.releaseLargeBody = await large.acquire(owner, { limitMs: LARGE_WAIT_MS })
      return turns.run(owner, () => thread.parse({ operation, chunks }), { caller: request.caller.id })
    })
    app.addHook('onSend', (request, _reply, payload, done) => {
      release(request)
      done(null, payload)
    })
  }
}

/** Reads every body of this scope as JSON of a few kilobytes, whatever its content type. */
export function readSmallJsonBodies(app: FastifyInstance): void {
  takeAnyType(app)
  const options = { parseAs: 'buffer', bodyLimit: SMALL_BYTES } as const
  app.addContentTypeParser('*', options, async (_request: FastifyRequest, body: Buffer) => parseJson([body]))
}

/** The framework refuses content types that it has no parser for. */
function takeAnyType(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (headers['content-type'] !== undefined) headers['content-type'] = 'application/json'
    done()
  })
}

/** Throws where a body is declared too long. The function that it returns throws once a chunk exceeds a limit. */
function bodyLimits({ headers, routeOptions: { bodyLimit } }: FastifyRequest): (chunk: Buffer) => void {
  const declared = Number(headers['content-length'] ?? bodyLimit)
  if (declared > bodyLimit) throw new PayloadTooLarge(TOO_LARGE)
  const values = new ValueCounter()
  let bytes = 0
  return (chunk) => {
    bytes += chunk.length
    if (bytes > bodyLimit) throw new PayloadTooLarge(TOO_LARGE)
    // There are fewer values than bytes.
    if (declared > MAX_VALUES) values.add(chunk)
    if (values.count > MAX_VALUES) throw new InvalidInput([{ path: '', message: TOO_MANY_VALUES }])
  }
}

/** Reads a body, a few chunks at a time. An error of `check` ends it; the rest is discarded. */
function collect(payload: IncomingMessage, check: (chunk: Buffer) => void): Promise<Buffer[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer[]>()
  const chunks: Buffer[] = []
  payload
    .on('data', (chunk: Buffer) => {
      // Else Node would read on for as long as more arrives, and nothing else would have a turn.
      payload.pause()
      setImmediate(() => payload.resume())
      try {
        check(chunk)
        chunks.push(chunk)
      } catch (error) {
        payload.removeAllListeners('data')
        reject(error as Error)
      }
    })
    .once('end', () => resolve(chunks))
    .once('error', () => reject(new InvalidRequest(CUT_SHORT)))
  return promise
}

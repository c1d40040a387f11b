import type { FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import type { WorkspaceContext } from '../context.ts'
import { BUSY, Unavailable, RateLimited } from '../errors.ts'
import { Limiter } from '../lib/limiter.ts'
import type { AddHooks } from './operation.ts'
import { network } from '../people/attempts.ts'

/**
 * What a call takes: a page at most; all lines of an order or a basket, up to a thousand; a few rows written; much time of
 * the database or the process; a file that arrives; a file that is sent while it is made.
 */
type Kind = keyof typeof KINDS

/**
 * How many calls of a kind run at a time and how many are in progress, over all and of one workspace. Postgres has nine
 * connections for them, and writes may wait for locks of their workspace. A heavy call holds a body of up to 16 MB. A
 * thousand lines take the process a tenth of a second, so a workspace has them one after the other.
 */
export const KINDS = {
  read: { slots: { all: 32, perOwner: 8 }, inProgress: { all: 1_000, perOwner: 250 } },
  lines: { slots: { all: 3, perOwner: 1 }, inProgress: { all: 500, perOwner: 100 } },
  write: { slots: { all: 12, perOwner: 4 }, inProgress: { all: 500, perOwner: 100 } },
  heavy: { slots: { all: 3, perOwner: 2 }, inProgress: { all: 64, perOwner: 24 } },
  upload: { slots: { all: 16, perOwner: 4 }, inProgress: { all: 80, perOwner: 20 } },
  // Each of its parts is heavy, so a slow client holds no slot.
  download: { slots: Infinity, inProgress: { all: 80, perOwner: 20 } },
}

/**
 * How long a call may take to answer, in milliseconds: shorter than the minute that proxies wait, and long enough for
 * the preview of a price change with a million lines. A file may take five minutes to arrive before.
 */
const TIMEOUT_MS = 55_000
const UPLOAD_TIMEOUT_MS = 5 * 60_000 + TIMEOUT_MS
/** Seconds. */
const RETRY_AFTER = 5

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * If left out, the method tells: GET, HEAD and what has the scope `read` reads, all else writes.
     */
    kind?: 'lines' | 'heavy' | 'download'
  }
}

/** Runs a part of a job as heavy work of its workspace. A job is never refused. */
export type RunQueued = <T>(workspace: WorkspaceContext, work: (context: WorkspaceContext) => Promise<T>) => Promise<T>

/** The limiter of all APIs of a process: a workspace has one share, by whatever API its calls come. */
export class RequestLimiter {
  readonly #limiters: Record<Kind, Limiter>

  constructor(kinds: Partial<typeof KINDS> = {}) {
    const { read, lines, write, heavy, upload, download } = { ...KINDS, ...kinds }
    this.#limiters = {
      read: new Limiter(read),
      lines: new Limiter(lines),
      write: new Limiter(write),
      heavy: new Limiter(heavy),
      upload: new Limiter(upload),
      download: new Limiter(download),
    }
  }

  readonly runQueued: RunQueued = (workspace, work) =>
    this.#limiters.heavy.runEntered(workspace.workspaceId, () => work(workspace))

  /** For routes of a workspace. Call it after `authenticate` and `tagResponses`: what is answered by then waits for nothing. */
  readonly ofWorkspaces: AddHooks = (app) => {
    app.addHook('onRequest', ({ workspace, routeOptions }, _reply, done) => {
      workspace.runQueued = this.#heavyOnce(workspace.workspaceId, kindOfRoute(routeOptions) === 'heavy')
      done()
    })
    this.limit(workspaceOf)(app)
  }

  /** For routes of a workspace that take a file. Call it after `authenticate`. */
  readonly uploads: AddHooks = (app) => this.limit(workspaceOf, () => 'upload')(app)

  /** For routes of other owners, such as a person. Call it before the routes are registered. */
  limit(ownerOf: (request: FastifyRequest) => string, kindOf = kindOfRoute): AddHooks {
    return (app) => {
      // Before the body is read: it takes memory while the call waits.
      app.addHook('onRequest', (request, { raw }, done) => {
        // A client that has left emits no further "close".
        if (raw.closed) return done(BUSY)
        raw.once('close', this.#limiters[kindOf(request.routeOptions)].enter(ownerOf(request)))
        done()
      })
      app.addHook('onRoute', (route) => {
        const handler = route.handler as RouteHandlerMethod
        const kind = kindOf(route)
        const limiter = this.#limiters[kind]
        route.handler = function (request, reply) {
          const work = async () => {
            if (reply.raw.closed || reply.sent) throw BUSY
            return handler.call(this, request, reply)
          }
          const answer = limiter.runEntered(ownerOf(request), work)
          return inTime(answer, reply, kind === 'upload' ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)
        }
      })
    }
  }

  /** Runs heavy work of one call: within a slot that the call has, it takes no other one. */
  #heavyOnce(owner: string, isHeavy: boolean): <T>(work: () => Promise<T>) => Promise<T> {
    let held = isHeavy ? 1 : 0
    return (work) => {
      if (held > 0) return work()
      return this.#limiters.heavy.runEntered(owner, async () => {
        held++
        try {
          return await work()
        } finally {
          held--
        }
      })
    }
  }
}

/** Answers 503 where it takes too long. The work is not cancelled: a write may still be committed, as a whole. */
async function inTime(answer: Promise<unknown>, reply: FastifyReply, limitMs: number): Promise<unknown> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const limit = setTimeout(() => {
    if (!reply.raw.headersSent) reject(new Unavailable('This took too long.', RETRY_AFTER))
  }, limitMs)
  return Promise.race([answer, late]).finally(() => clearTimeout(limit))
}

function workspaceOf({ workspace }: FastifyRequest): string {
  return workspace.workspaceId
}

function kindOfRoute({ method, config }: Pick<RouteOptions, 'method' | 'config'>): Kind {
  const { kind, scope } = config ?? {}
  if (kind) return kind
  const reads = ['GET', 'HEAD'].includes(String(method)) || scope === 'read'
  return reads ? 'read' : 'write'
}

const WINDOW_MS = 60_000

/**
 * Counts the requests of sessions and of addresses, in windows of a minute, in this process. Those of keys are counted
 * in the database (`request-counter.ts`), as the contract promises their number.
 */
export class RateLimits {
  readonly #limit: number
  readonly #counts = new Map<string, number>()
  #endsAt = 0

  /** `limit`: requests a minute of one session or address. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Throws RateLimited past the limit. */
  countSession(token: string): void {
    this.#count(`session ${token}`)
  }

  /** The same for somebody without a session. */
  countAddress(address: string): void {
    this.#count(`address ${network(address)}`)
  }

  #count(name: string): void {
    const now = performance.now()
    if (now >= this.#endsAt) {
      this.#counts.clear()
      this.#endsAt = now + WINDOW_MS
    }
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    if (count <= this.#limit) return
    const message = `This session or address has used up its ${this.#limit} requests for this minute; wait for the next one.`
    throw new RateLimited(message, WINDOW_MS / 1_000)
  }
}

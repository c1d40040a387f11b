import { z } from 'zod'
import { LogController } from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { ServiceMetrics } from '../ops/metrics/service-metrics.ts'
import type { Config } from '../config.ts'
import { describeError, withoutQuoted } from '../lib/describe-error.ts'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Context } from '../context.ts'
import type { FailedCalls } from '../workspaces/failed-calls.ts'

/** Called when a request begins. The function that it returns is called when the request ends, answered or aborted. */
type RequestObserver = (request: FastifyRequest, reply: FastifyReply) => (milliseconds: number) => void

/** Calls the observers for a request. It ends when the response is sent, or when the client disconnects. */
export function observeRequest(observers: RequestObserver[], request: FastifyRequest, reply: FastifyReply): void {
  if (observers.length === 0) return
  const started = performance.now()
  for (const observer of observers) {
    const finished = observer(request, reply)
    reply.raw.once('close', () => finished(performance.now() - started))
  }
}

const patterns = new Map<string, string>()

/**
 * The pattern of the route; undefined for an unknown one. The path itself may hold an account code, so it is never
 * used.
 */
function routePattern({ routeOptions, refusedRoute }: FastifyRequest): string | undefined {
  const url = routeOptions.url ?? refusedRoute
  if (url === undefined) return undefined
  const known = patterns.get(url) ?? url.replaceAll(/\(.*?\)/g, '')
  patterns.set(url, known)
  return known
}

/** The status that was sent; undefined where the client disconnected before the end of the response. */
function sentStatus({ raw }: FastifyReply): number | undefined {
  return raw.writableFinished ? raw.statusCode : undefined
}

/** Methods with their own series. Clients can invent any others, which would grow the metrics without limit. */
const METHODS = new Set(['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE', 'OPTIONS'])

/** Counts and measures requests by route, never by path. */
export function measureRequest(metrics: ServiceMetrics): RequestObserver {
  return (request, reply) => {
    metrics.requestBegan()
    return (milliseconds) =>
      metrics.requestEnded({
        method: METHODS.has(request.method) ? request.method : 'other',
        route: routePattern(request) ?? 'unknown',
        status: String(sentStatus(reply) ?? 'aborted'),
        seconds: milliseconds / 1000,
      })
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The parameters that the operation takes beside those of its schema. */
    openParameters?: RegExp
  }
}

const MOST_NAMED = 10
/** Nothing else goes into a header and a log: it may be half a search term, or a key. */
const PLAUSIBLE_NAME = /^[a-z][\w.[\]-]{0,39}$/i

/**
 * Names the parameters that an operation does not know, in a header and so in the log: otherwise nobody would notice a
 * misspelled filter. What is no plausible name is shown as `?`.
 */
export function nameUnknownParameters(app: FastifyInstance): void {
  app.addHook('onRequest', ({ query, routeOptions }, reply, done) => {
    const given = Object.keys(query as object)
    if (given.length === 0) return done()
    const { schema, config } = routeOptions
    const known = (schema?.querystring as z.ZodObject | undefined)?.shape ?? {}
    const names = given
      .filter((name) => !Object.hasOwn(known, name) && !config.openParameters?.test(name))
      .map((name) => (PLAUSIBLE_NAME.test(name) ? name : '?'))
    if (names.length > 0) reply.header('unknown-parameters', names.slice(0, MOST_NAMED).join(', '))
    done()
  })
}

/** What of a JSON schema says which fields there are. */
type Fields = { $ref?: string; properties?: Record<string, Fields>; items?: Fields; $defs?: Record<string, Fields> }

/**
 * Names the fields of a body that an operation does not know, such as `products.categorie`, in a header. They are
 * ignored, and a misspelled field can even clear the right one, as left out. No log has them: they may be SKUs.
 */
export function nameUnknownFields(app: FastifyInstance): void {
  const known = new WeakMap<z.ZodType, Fields>()
  // Before validation, which drops them.
  app.addHook('preValidation', async ({ body, routeOptions }, reply) => {
    const schema = routeOptions.schema?.body as z.ZodType | undefined
    if (!schema) return
    const fields = known.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Fields)
    known.set(schema, fields)
    const names = new Set<string>()
    addUnknown(names, body, fields, '', fields.$defs ?? {})
    if (names.size > 0) reply.header('unknown-fields', [...names].join(', '))
  })
}

/** Adds the unknown names within a value, without the places in lists: all rows of a call have the same mistake. */
function addUnknown(names: Set<string>, value: unknown, fields: Fields, at: string, defs: Record<string, Fields>) {
  const { properties, items } = fields.$ref ? defs[fields.$ref.slice('#/$defs/'.length)]! : fields
  if (Array.isArray(value)) {
    if (items) for (const entry of value) addUnknown(names, entry, items, at, defs)
  } else if (properties && typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (Object.hasOwn(properties, name)) addUnknown(names, inner, properties[name]!, `${at}${name}.`, defs)
      else if (names.size < MOST_NAMED) names.add(at + (PLAUSIBLE_NAME.test(name) ? name : '?'))
    }
  }
}

const REQUEST_LEVELS = new Set<Config['logLevel']>(['info', 'debug', 'trace'])

/** Where log lines go: standard output, except in tests. */
export type LogStream = { write: (line: string) => void }

/** Logs JSON lines. The framework's own lines about requests are off: they hold whole URLs, search terms included. */
export function logOptions(
  level: Config['logLevel'],
  stream?: LogStream,
): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  if (level === 'silent') return { logger: false }
  return {
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    logger: {
      level,
      ...(stream && { stream }),
      serializers: { err: describeError, req: ({ method }) => ({ method }) },
      hooks: {
        logMethod([first, second], write) {
          write.call(this, ...withoutValues(first, second))
        },
      },
    },
  }
}

/** Removes quoted values from a line. Our own messages are fixed; those of the framework can quote a URL. */
function withoutValues(first: unknown, second: string | undefined): [details: object, message: string] {
  if (typeof first === 'string') return [{}, withoutQuoted(first)]
  const details = (first instanceof Error ? { err: first } : first) as { err?: Error }
  return [details, withoutQuoted(second ?? details.err?.message ?? '')]
}

/** Logs each request, at the levels that do so. */
export function requestLog(level: Config['logLevel']): RequestObserver[] {
  return REQUEST_LEVELS.has(level) ? [logRequest] : []
}

function logRequest(...[request, reply]: Parameters<RequestObserver>): ReturnType<RequestObserver> {
  return (milliseconds) => {
    const { method, workspace, caller } = request
    const status = sentStatus(reply)
    request.log.info(
      {
        method,
        route: routePattern(request),
        status,
        unknownParameters: reply.getHeader('unknown-parameters'),
        durationMs: Math.round(milliseconds * 10) / 10,
        workspaceId: workspace?.workspaceId,
        keyId: caller?.type === 'key' ? caller.id : undefined,
      },
      status === undefined ? 'request aborted' : 'request completed',
    )
  }
}

/** The form of an id from outside: it goes into headers, logs and messages unchanged. */
const ACCEPTED = /^[\w.:-]{1,64}$/

/** Unique to this process. Its requests are numbered: random ids would cost more. */
const PROCESS = randomBytes(6).toString('base64url')
let count = 0

/** The `X-Request-Id` of the request, where it is valid; else a new id. */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && ACCEPTED.test(given) ? given : newRequestId()
}

export function newRequestId(): string {
  return `${PROCESS}-${(++count).toString(36)}`
}

/**
 * Removes the ports from `X-Forwarded-For`, and brackets and quotes: some proxies write `203.0.113.8:4711` or
 * `[2001:db8::1]:4711`. What decides which addresses are trusted, and what counts attempts, knows bare addresses only.
 */
export function removeForwardedPorts({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for']
  if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(bareAddress).join(', ')
}

function bareAddress(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  // A bare IPv6 address has several colons, and no port.
  const address = /^\[([^\]]*)\](?::.*)?$/.exec(text)?.[1] ?? /^([^:]*):[^:]*$/.exec(text)?.[1] ?? text
  return isIP(address) ? address : text
}

declare module 'fastify' {
  interface FastifyInstance {
    failedCalls: FailedCalls
  }
}

/** Notes the calls of keys that are refused or fail, for the owners to look at. */
export function noteFailedCalls(app: FastifyInstance, { clock }: Context): void {
  const { failedCalls } = app
  app.addHook('onClose', () => failedCalls.write())
  app.addHook('onResponse', async ({ countedKey, method, url, refusal }, { statusCode: status }) => {
    if (status < 400 || !countedKey) return
    const { code = null, reason = null } = refusal ?? {}
    failedCalls.note(countedKey, { at: clock().toISOString(), method, path: url.split('?')[0]!, status, code, reason })
  })
}

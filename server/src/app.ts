import fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicApi } from './api/v1/index.ts'
import { accountApi } from './api/account/index.ts'
import { consoleApi } from './api/console/index.ts'
import { portalApi } from './api/portal/index.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { describeAppApi } from './http/openapi/app-api-document.ts'
import {
  CONNECTION_LIMITS,
  createServer,
  knowAllMethods,
  refuseOtherMethods,
  refuseUnreadable,
  keepRefusedConnections,
} from './http/create-server.ts'
import type { ConnectionLimits } from './http/create-server.ts'
import {
  removeForwardedPorts,
  measureRequest,
  logOptions,
  requestLog,
  observeRequest,
  requestId,
} from './http/observe-request.ts'
import type { LogStream } from './http/observe-request.ts'
import { serveDocs, servePages } from './http/serve-pages.ts'
import { handleError, sendError } from './http/error-envelope.ts'
import { healthChecks } from './http/health-checks.ts'
import { describeApi } from './http/openapi/openapi-document.ts'
import { ANSWER_HEADERS, secureAnswers } from './http/security-headers.ts'
import { serveImages } from './http/send-file.ts'
import { serializerCompiler } from './http/envelope.ts'
import { RequestLimiter, RateLimits } from './http/limit-requests.ts'
import type { KINDS, RunQueued } from './http/limit-requests.ts'
import { requestPipeline } from './http/request-pipeline.ts'
import { validatorCompiler } from './http/operation.ts'
import type { ServiceMetrics } from './ops/metrics/service-metrics.ts'
import { SessionLookup } from './people/session-lookup.ts'
import { FailedCalls } from './workspaces/failed-calls.ts'
import { shownChangedAt } from './portal/buyers-product.ts'

/** In characters; Node accepts no longer one. */
const MAX_PATH_LENGTH = 16_384
/** A session may send so many times as many requests a minute as a key: a page makes several at once. */
const REQUESTS_OF_SESSION = 5

declare module 'fastify' {
  interface FastifyInstance {
    runQueued: RunQueued
  }
}

export type AppOptions = Pick<Config, 'rateLimit' | 'logLevel' | 'tls'> & {
  /** Proxies whose `X-Forwarded-…` headers are believed. */
  trustProxy?: Config['trustProxy']
  /** Without them, requests are not measured. */
  metrics?: ServiceMetrics | undefined
  logStream?: LogStream
  /** Overrides of the default limits. */
  limits?: { connections?: Partial<ConnectionLimits>; calls?: Partial<typeof KINDS> }
}

/** Builds the whole HTTP service. */
export async function buildApp(context: Context, options: AppOptions): Promise<FastifyInstance> {
  const observers = [...requestLog(options.logLevel), ...(options.metrics ? [measureRequest(options.metrics)] : [])]
  const beginRequest = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('x-request-id', request.id)
    observeRequest(observers, request, reply)
  }
  const app: FastifyInstance = fastify({
    ...logOptions(options.logLevel, options.logStream),
    genReqId: requestId,
    trustProxy: options.trustProxy ?? false,
    // An account code of astral letters, percent-encoded, exceeds the router's default. Unknown codes are just not
    // found.
    routerOptions: { maxParamLength: MAX_PATH_LENGTH },
    serverFactory: (application) =>
      createServer(options.tls, application, { ...CONNECTION_LIMITS, ...options.limits?.connections }),
    // A shutdown lets requests in flight finish, and does not wait for idle connections.
    forceCloseConnections: 'idle',
    // During a shutdown, requests on open connections are still answered, with "Connection: close".
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      beginRequest(request, reply)
      sendError(reply.headers(ANSWER_HEADERS), ...noEndpoint(request))
    },
    clientErrorHandler: (error, socket) => refuseUnreadable(error, socket, app.log),
  })
  secureAnswers(app)
  keepRefusedConnections(app)
  knowAllMethods(app)
  const refuseMethod = refuseOtherMethods(app, { maxParamLength: MAX_PATH_LENGTH })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler((request, reply) => sendError(reply, ...noEndpoint(request)))
  app.addHook('onRequest', (request, reply, done) => {
    if (options.trustProxy) removeForwardedPorts(request.raw)
    beginRequest(request, reply)
    done()
  })
  // Refused before the body is read: else an error in the body would be reported first.
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      return sendError(reply, 'invalid_request', 'The request has no Host.')
    }
    if (request.is404) await (refuseMethod(request, reply) ?? sendError(reply, ...noEndpoint(request)))
  })

  await describeApi(app)
  await describeAppApi(app)
  const limiter = new RequestLimiter(options.limits?.calls)
  const pipeline = requestPipeline(context, limiter)
  app.decorate('runQueued', limiter.runQueued)
  app.decorate('failedCalls', new FailedCalls(context))
  await app.register(publicApi, { prefix: '/api/v1', context, rateLimit: options.rateLimit, pipeline })
  if (context.images) await app.register(serveImages, { prefix: '/images', store: context.images.store })
  const sessions = new SessionLookup(context, shownChangedAt)
  const pages = { context, sessions, rates: new RateLimits(REQUESTS_OF_SESSION * options.rateLimit), pipeline }
  await app.register(accountApi, { prefix: '/app-api/account', ...pages })
  await app.register(consoleApi, { prefix: '/app-api/console/:slug', ...pages })
  await app.register(portalApi, { prefix: '/app-api/portal/:slug', ...pages })
  await app.register(healthChecks, { db: context.db })
  await serveDocs(app)
  await servePages(app, { tls: options.tls !== undefined })
  await app.ready()
  return app
}

function noEndpoint({ url }: FastifyRequest) {
  return ['not_found', `There is no endpoint ${url.split('?')[0]}.`, { reason: 'unknown_endpoint' }] as const
}

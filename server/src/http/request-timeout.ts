import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { Unavailable } from '../errors.ts'

/**
 * How long a route may take to answer, in milliseconds: shorter than the minute that proxies wait, and long enough for the
 * preview of a price change with a million lines.
 */
const TIMEOUT_MS = 55_000
const RETRY_AFTER = 5
/** How long a download may take that has begun, in milliseconds: its client may have a slow connection. */
const DOWNLOAD_MS = 15 * 60_000

/**
 * Answers 503 where a route of this scope takes too long. Its work is not cancelled: a write may still be committed, as a
 * whole. An answer that is sent while it is made, as a download is, has longer once it has begun. Call it before the routes are registered.
 */
export function timeOutRequests(app: FastifyInstance, limitMs = TIMEOUT_MS): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = async function (request, reply) {
      const { promise: late, reject } = Promise.withResolvers<never>()
      const limit = setTimeout(() => {
        if (!reply.raw.headersSent) reject(new Unavailable('This took too long.', RETRY_AFTER))
      }, limitMs)
      const end = setTimeout(() => reply.raw.destroy(), DOWNLOAD_MS)
      try {
        return await Promise.race([(handler as RouteHandlerMethod).call(this, request, reply), late])
      } finally {
        clearTimeout(limit)
        clearTimeout(end)
      }
    }
  })
}

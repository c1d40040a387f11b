import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import { Unavailable } from '../../errors.ts'

/**
 * How long a route may take to answer, in milliseconds: shorter than the minute that proxies wait, and long enough for
 * the preview of a price change with a million lines.
 */
const TIMEOUT_MS = 55_000
const RETRY_AFTER = 5
/** How long a download may take that has begun, in milliseconds: its client may have a slow connection. */
const DOWNLOAD_MS = 15 * 60_000

/**
 * Answers 503 where a route of this scope takes too long. Its work is not cancelled: a write may still be committed, as
 * a whole. An answer that is sent while it is made, as a download is, has longer once it has begun. Where bodies are
 * files, the time counts from the end of the body. Call it before the routes are registered.
 */
export function timeOutRequests(
  app: FastifyInstance,
  { limitMs = TIMEOUT_MS, takesFiles = false }: { limitMs?: number; takesFiles?: boolean } = {},
): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = async function (request, reply) {
      const { promise: late, reject } = Promise.withResolvers<never>()
      let limit: NodeJS.Timeout | undefined
      const begin = () => {
        limit = setTimeout(() => {
          if (!reply.raw.headersSent) reject(new Unavailable('This took too long.', RETRY_AFTER))
        }, limitMs)
      }
      if (takesFiles) request.raw.once('end', begin)
      else begin()
      const end = setTimeout(() => reply.raw.destroy(), DOWNLOAD_MS)
      try {
        return await Promise.race([(handler as RouteHandlerMethod).call(this, request, reply), late])
      } finally {
        request.raw.off('end', begin)
        clearTimeout(limit)
        clearTimeout(end)
      }
    }
  })
}

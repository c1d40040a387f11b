import type { FastifyInstance, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import { BUSY } from '../../errors.ts'

/** Waits in a queue, then works. */
export type Queue = (request: FastifyRequest, work: () => Promise<unknown>) => Promise<unknown>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `handlers`: its handler waits in a queue. `none`: it answers from memory. */
    queued?: 'handlers' | 'none'
  }
}

/**
 * Has the handler of each route of a scope wait in a queue. Who has left meanwhile is not worked for. Call it before
 * `timeOutRequests`, so that the time in the queue counts, and before the routes are registered.
 */
export function queueHandlers(app: FastifyInstance, queueOf: (route: RouteOptions) => Queue): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route
    const queue = queueOf(route)
    route.config = { ...route.config, queued: 'handlers' }
    route.handler = function (request, reply) {
      return queue(request, async () => {
        if (reply.raw.closed || reply.sent) throw BUSY
        return (handler as RouteHandlerMethod).call(this, request, reply)
      })
    }
  })
}

/**
 * Refuses to start with a route of an API that waits in no queue. Call it before all others, on the whole application.
 */
export function requireQueues(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const free = routes.filter(({ url, config }) => /^\/(api|app-api)\//.test(url) && config?.queued === undefined)
    if (free.length === 0) return
    const named = free.map(({ method, url }) => `${String(method)} ${url}`).join(', ')
    throw new Error(`These routes wait in no queue: ${named}. Register them in a scope of the request pipeline.`)
  })
}

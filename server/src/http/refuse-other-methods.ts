import { METHODS } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sendError } from './error-envelope.ts'

/**
 * Answers 405 to every method that a path does not have, with or without a key. `Allow` lists the methods that it has.
 * Call it before the routes are registered, and call the function that it returns after them.
 */
export function refuseOtherMethods(app: FastifyInstance): () => void {
  const permitted = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = permitted.get(url) ?? new Set()
    permitted.set(url, methods.union(new Set([method].flat())))
  })
  return () => {
    for (const [url, methods] of permitted) {
      const path = url.slice(app.prefix.length)
      const allow = [...methods].toSorted().join(', ')
      app.route({
        method: app.supportedMethods.filter((method) => !methods.has(method)),
        url: path,
        schema: { hide: true },
        onRequest: async (request, reply) => {
          reply.header('allow', allow)
          await sendError(reply, 'method_not_allowed', `${request.method} is not possible here; use ${allow}.`)
        },
        handler: () => {},
      })
    }
  }
}

/** Lets the framework route every method that Node can parse, so that each gets a response in the envelope. */
export function knowAllMethods(app: FastifyInstance): void {
  const known = new Set(app.supportedMethods)
  for (const method of METHODS) {
    if (!known.has(method)) app.addHttpMethod(method, { hasBody: true })
  }
}

import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { sendError } from './error-envelope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The route of a path that exists, but not with the method of this request. */
    refusedRoute: string | undefined
  }
}

/** A path of the service, with parameters in it, and the methods that it has. */
type Path = { route: string; methods: Set<string> }

/** In characters. */
type Options = { maxParamLength: number }

/**
 * Answers 405 to every method that a path does not have, with or without a key; `Allow` lists the methods that it has.
 * The returned function does so; it returns undefined for a path that does not exist. Call this before routes are
 * registered. With a route for each such method, a process would take 40 MB more.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  options: Options,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined {
  const router = findMyWay(options)
  const paths = new Map<string, Path>()
  app.decorateRequest('refusedRoute')
  app.addHook('onRoute', ({ url, method }) => {
    let path = paths.get(url)
    if (!path) {
      path = { route: url, methods: new Set() }
      paths.set(url, path)
      // All paths are under one method of this router.
      router.on('GET', url, () => {}, path)
    }
    for (const one of [method].flat()) path.methods.add(one)
  })
  return (request, reply) => {
    const path: Path | undefined = router.find('GET', request.url)?.store
    if (!path) return undefined
    const allow = [...path.methods].toSorted().join(', ')
    request.refusedRoute = path.route
    reply.header('allow', allow)
    return sendError(reply, 'method_not_allowed', `${request.method} is not possible here; use ${allow}.`)
  }
}

/** Lets the framework route every method that Node can parse, so that each gets a response in the envelope. */
export function knowAllMethods(app: FastifyInstance): void {
  const known = new Set(app.supportedMethods)
  for (const method of METHODS) {
    if (!known.has(method)) app.addHttpMethod(method, { hasBody: true })
  }
}

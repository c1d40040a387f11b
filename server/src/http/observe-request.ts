import type { FastifyReply, FastifyRequest } from 'fastify'

/** Called when a request begins. The function that it returns is called when the request ends, answered or aborted. */
export type RequestObserver = (request: FastifyRequest, reply: FastifyReply) => (milliseconds: number) => void

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
export function routePattern({ routeOptions, refusedRoute }: FastifyRequest): string | undefined {
  const url = routeOptions.url ?? refusedRoute
  if (url === undefined) return undefined
  const known = patterns.get(url) ?? url.replaceAll(/\(.*?\)/g, '')
  patterns.set(url, known)
  return known
}

/** The status that was sent; undefined where the client disconnected before the end of the response. */
export function sentStatus({ raw }: FastifyReply): number | undefined {
  return raw.writableFinished ? raw.statusCode : undefined
}

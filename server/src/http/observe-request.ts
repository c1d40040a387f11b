import type { FastifyReply, FastifyRequest } from 'fastify'

/** Is called as a request begins; what it returns is called once that is over, answered or not. */
export type RequestObserver = (request: FastifyRequest, reply: FastifyReply) => (milliseconds: number) => void

/** Lets the observers see a request, to the moment at which its answer has left or its client has. */
export function observeRequest(observers: RequestObserver[], request: FastifyRequest, reply: FastifyReply): void {
  if (observers.length === 0) return
  const started = performance.now()
  for (const observer of observers) {
    const finished = observer(request, reply)
    reply.raw.once('close', () => finished(performance.now() - started))
  }
}

const patterns = new Map<string, string>()

/** The path that the route was registered with; undefined for an unknown one. Never the path itself, which may hold an account code. */
export function routePattern({ routeOptions: { url } }: FastifyRequest): string | undefined {
  if (url === undefined) return undefined
  const known = patterns.get(url) ?? url.replaceAll(/\(.*?\)/g, '')
  patterns.set(url, known)
  return known
}

/** The status that was sent; undefined where the client hung up before it had the whole answer. */
export function sentStatus({ raw }: FastifyReply): number | undefined {
  return raw.writableFinished ? raw.statusCode : undefined
}

import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import { routePattern, sentStatus } from './observe-request.ts'
import type { RequestObserver } from './observe-request.ts'

/** Methods that have a series of their own: a client can think of many more. */
const METHODS = new Set(['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE', 'OPTIONS'])

/** Counts and measures requests, by their routes and never by their paths. */
export function measureRequest(metrics: ServiceMetrics): RequestObserver {
  return (request, reply) => {
    metrics.requestBegan()
    return (milliseconds) =>
      metrics.requestEnded({
        method: METHODS.has(request.method) ? request.method : 'other',
        route: routePattern(request) ?? 'unknown',
        status: String(sentStatus(reply) ?? 'aborted'),
        seconds: milliseconds / 1000,
        kept: request.answerKept === true,
      })
  }
}

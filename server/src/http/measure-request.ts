import type { ServiceMetrics } from '../ops/metrics/service-metrics.ts'
import { routePattern, sentStatus } from './observe-request.ts'
import type { RequestObserver } from './observe-request.ts'

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

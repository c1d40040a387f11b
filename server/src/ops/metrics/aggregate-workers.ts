import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { AggregatorRegistry, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

/** How long a worker may take to answer, in milliseconds. The sum leaves out a worker that does not. */
const TIMEOUT_MS = 2_000

type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>
type Reply = { metrics: Metrics }

/** The message with which the first process asks its workers for metrics. */
const REQUEST = 'metrics'

/** The aggregated metrics of all workers, as text. */
export async function aggregateMetrics(): Promise<string> {
  const replies = await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => ask(worker!)))
  const metrics = replies.filter((one) => one !== null)
  const sum = AggregatorRegistry.aggregate(metrics)
  const help = 'Worker processes that the other figures are the sum of.'
  new Gauge({ name: 'workers_answering', help, registers: [sum] }).set(metrics.length)
  return sum.metrics()
}

function ask(worker: Worker): Promise<Metrics | null> {
  return new Promise((resolve) => {
    const finish = (metrics: Metrics | null) => {
      clearTimeout(timer)
      worker.off('message', listen)
      resolve(metrics)
    }
    const listen = (message: unknown) => {
      if (isReply(message)) finish(message.metrics)
    }
    const timer = setTimeout(finish, TIMEOUT_MS, null)
    worker.on('message', listen)
    // A worker that is ending has no channel any more.
    worker.send(REQUEST, (error) => error && finish(null))
  })
}

/** Lets a worker reply with its metrics when it is asked for them. */
export function reportMetrics(worker: Worker, registry: Registry): void {
  worker.on('message', (message: unknown) => {
    if (message !== REQUEST) return
    void registry.getMetricsAsJSON().then((metrics) => worker.isConnected() && worker.send({ metrics } satisfies Reply))
  })
}

function isReply(message: unknown): message is Reply {
  return typeof message === 'object' && message !== null && 'metrics' in message
}

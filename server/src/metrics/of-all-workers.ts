import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { AggregatorRegistry, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

/** How long a worker may take to tell, in milliseconds; the sum goes without one that hangs. */
const BOUND_MS = 2_000

type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>
type Told = { metrics: Metrics }

/** What the first process asks its workers. */
const ASKED = 'metrics'

/** The metrics of all workers together, as text. */
export async function metricsOfAllWorkers(): Promise<string> {
  const told = await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => ask(worker!)))
  const metrics = told.filter((one) => one !== null)
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
      if (isTold(message)) finish(message.metrics)
    }
    const timer = setTimeout(finish, BOUND_MS, null)
    worker.on('message', listen)
    // One that is ending has no channel any more.
    worker.send(ASKED, (error) => error && finish(null))
  })
}

/** Has a worker tell its metrics when it is asked. */
export function tellMetrics(worker: Worker, registry: Registry): void {
  worker.on('message', (message: unknown) => {
    if (message !== ASKED) return
    void registry.getMetricsAsJSON().then((metrics) => worker.isConnected() && worker.send({ metrics } satisfies Told))
  })
}

function isTold(message: unknown): message is Told {
  return typeof message === 'object' && message !== null && 'metrics' in message
}

import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import type { Config } from './config.ts'
import { serveMetrics } from './ops/metrics/service-metrics.ts'

/** Exponential backoff: the pause before a worker is replaced, in milliseconds. It doubles while workers end often. */
const MIN_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 16_000
const RESET_AFTER_MS = 60_000

/**
 * Runs the service in `count` worker processes that share one port, until SIGTERM or SIGINT. This process only
 * distributes connections round-robin, and replaces workers that end. Where a worker ends before all of them have
 * started, all are stopped, and its exit code is returned.
 */
export async function runWorkers({ workers: count, metrics }: Config): Promise<void> {
  const { aggregateMetrics } = await import('./ops/metrics/aggregate-workers.ts')
  const shown = metrics && (await serveMetrics(metrics, aggregateMetrics))
  const stopping = new AbortController()
  const stop = () => {
    stopping.abort()
    shown?.close()
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill()
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)

  // The first worker starts alone: it migrates the schema, and an error that affects all workers is printed once.
  cluster.fork()
  let answering = 0
  let announcement = ''
  cluster.on('message', (_worker, text: unknown) => {
    if (stopping.signal.aborted || typeof text !== 'string') return
    answering++
    if (answering === 1) {
      announcement = shown ? `${text}\nMetrics are at ${shown.url}` : text
      for (let others = 1; others < count; others++) cluster.fork()
    }
    if (answering === count) console.log(announcement)
  })

  let backoff = 0
  let lastEnd = -Infinity
  cluster.on('exit', ({ process: { pid } }, code: number | null, signal: NodeJS.Signals | null) => {
    if (stopping.signal.aborted) return
    if (answering < count) {
      process.exitCode = code || 1
      return stop()
    }
    const now = performance.now()
    backoff = now - lastEnd < RESET_AFTER_MS ? Math.min(2 * backoff, MAX_BACKOFF_MS) : MIN_BACKOFF_MS
    lastEnd = now
    console.error(`Worker ${pid} ended (${signal ?? `exit code ${code}`}); another starts in ${backoff} ms.`)
    setTimeout(backoff, undefined, { signal: stopping.signal }).then(
      () => cluster.fork(),
      () => {},
    )
  })
}

/** Runs the service in a worker process. */
export async function runWorker(worker: Worker, config: Config, { sample }: { sample: boolean }): Promise<void> {
  const { serve } = await import('./serve.ts')
  // A signal to the process group arrives here twice; the second one must not interrupt the graceful shutdown.
  process.on('SIGTERM', () => {})
  try {
    await serve(config, {
      sample: sample && worker.id === 1,
      isFirst: worker.id === 1,
      announce: (text) => void worker.send(text),
      reportMetrics: async (registry) =>
        (await import('./ops/metrics/aggregate-workers.ts')).reportMetrics(worker, registry),
    })
  } finally {
    // An open channel to the first process would keep this one running.
    worker.disconnect()
  }
}

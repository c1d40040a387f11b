import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import type { Config } from './config.ts'
import { serveMetrics } from './metrics/metrics-server.ts'

/** From the end of a worker to the start of its successor, in milliseconds: doubled with each end soon after another. */
const SHORTEST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 16_000
const SOON_MS = 60_000

/**
 * Runs the service in `count` processes that share one port, until SIGTERM or SIGINT. This process opens nothing and
 * answers nothing: it hands connections round, and replaces a worker that ends. Where one ends before all of them
 * answer, all of them do, with its exit code.
 */
export async function runWorkers({ workers: count, metrics }: Config): Promise<void> {
  const shown = metrics && (await showMetrics(metrics))
  const stopping = new AbortController()
  const stop = () => {
    stopping.abort()
    shown?.close()
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill()
  }
  process.once('SIGTERM', stop).once('SIGINT', stop)

  // The first starts alone: it brings the schema up to date, and says once what keeps all of them from starting.
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

  let pause = 0
  let lastEnd = -Infinity
  cluster.on('exit', ({ process: { pid } }, code: number | null, signal: NodeJS.Signals | null) => {
    if (stopping.signal.aborted) return
    if (answering < count) {
      process.exitCode = code || 1
      return stop()
    }
    const now = performance.now()
    pause = now - lastEnd < SOON_MS ? Math.min(2 * pause, LONGEST_PAUSE_MS) : SHORTEST_PAUSE_MS
    lastEnd = now
    console.error(`Worker ${pid} ended (${signal ?? `exit code ${code}`}); another starts in ${pause} ms.`)
    setTimeout(pause, undefined, { signal: stopping.signal }).then(
      () => cluster.fork(),
      () => {},
    )
  })
}

/** Shows the sum of all workers' metrics. */
async function showMetrics(address: NonNullable<Config['metrics']>) {
  const { metricsOfAllWorkers } = await import('./metrics/of-all-workers.ts')
  return serveMetrics(address, metricsOfAllWorkers)
}

/** What one of those processes does. */
export async function beWorker(worker: Worker, config: Config, { sample }: { sample: boolean }): Promise<void> {
  const { serve } = await import('./serve.ts')
  // A signal to the whole group of processes comes here twice, and must not cut short what the first one began.
  process.on('SIGTERM', () => {})
  try {
    await serve(config, {
      sample: sample && worker.id === 1,
      announce: (text) => void worker.send(text),
      tellMetrics: async (registry) => (await import('./metrics/of-all-workers.ts')).tellMetrics(worker, registry),
    })
  } finally {
    // The channel to the first process would keep this one running.
    worker.disconnect()
  }
}

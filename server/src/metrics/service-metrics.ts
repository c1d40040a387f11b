import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolUsage } from '../database/pool-usage.ts'
import type { JobRun } from '../jobs/run-every.ts'

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60]

/** A request that is over. What it is labelled with comes from sets that do not grow. */
export type MeasuredRequest = { method: string; route: string; status: string; seconds: number; kept: boolean }

/** What this process counts and measures, for Prometheus. */
export class ServiceMetrics {
  readonly registry = new Registry()
  readonly #registers = [this.registry]
  readonly #requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that are over, by method, route and status; "aborted" where the client hung up first.',
    labelNames: ['method', 'route', 'status'],
    registers: this.#registers,
  })
  readonly #seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
    registers: this.#registers,
  })
  readonly #inProgress = new Gauge({
    name: 'http_requests_in_progress',
    help: 'Requests that have begun and are not over.',
    registers: this.#registers,
  })
  readonly #kept = new Counter({
    name: 'http_kept_answers_total',
    help: 'Requests that were given an answer from memory.',
    registers: this.#registers,
  })
  readonly #jobSeconds = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time that a job took, each time it ran.',
    labelNames: ['name'],
    buckets: JOB_SECONDS,
    registers: this.#registers,
  })
  readonly #jobFailures = new Counter({
    name: 'job_failures_total',
    help: 'Errors that a job logged.',
    labelNames: ['name'],
    registers: this.#registers,
  })
  readonly #jobSuccess = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When a job last ran without a failure, in Unix time.',
    labelNames: ['name'],
    aggregator: 'max',
    registers: this.#registers,
  })

  constructor(pool: PoolUsage) {
    collectDefaultMetrics({ register: this.registry })
    this.#gauge('database_pool_size', 'Connections to the database that there may be.', () => pool.size)
    this.#gauge('database_pool_in_use', 'Connections that are lent to a request or a job.', () => pool.inUse)
    this.#gauge('database_pool_waiting', 'Requests and jobs that wait for a connection.', () => pool.waiting)
  }

  requestBegan(): void {
    this.#inProgress.inc()
  }

  requestEnded({ method, route, status, seconds, kept }: MeasuredRequest): void {
    this.#inProgress.dec()
    this.#requests.inc({ method, route, status })
    this.#seconds.observe({ method, route }, seconds)
    if (kept) this.#kept.inc()
  }

  readonly jobRan = ({ name, seconds, failures }: JobRun): void => {
    this.#jobSeconds.observe({ name }, seconds)
    this.#jobFailures.inc({ name }, failures)
    if (failures === 0) this.#jobSuccess.setToCurrentTime({ name })
  }

  #gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [], collect: () => gauge.set(read()) })
    this.registry.registerMetric(gauge)
  }
}

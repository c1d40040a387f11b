import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolUsage } from '../../database/postgres-pool.ts'
import type { JobRun } from '../../jobs/run-every.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OperatorError } from '../../errors.ts'
import { httpUrl } from '../../lib/site-url.ts'

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60]

/** A request that has ended. Its labels have few different values, so that the number of series stays small. */
type MeasuredRequest = { method: string; route: string; status: string; seconds: number }

/** The metrics of this process, for Prometheus. */
export class ServiceMetrics {
  readonly registry = new Registry()
  readonly #registers = [this.registry]
  readonly #requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests that have ended, by method, route and status; "aborted" where the client disconnected first.',
    labelNames: ['method', 'route', 'status'],
    registers: this.#registers,
  })
  readonly #seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
    registers: this.#registers,
  })
  readonly #inProgress = new Gauge({
    name: 'http_requests_in_progress',
    help: 'Requests that have begun and have not ended.',
    registers: this.#registers,
  })
  readonly #jobSeconds = new Histogram({
    name: 'job_duration_seconds',
    help: 'Time of each run of a job.',
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
    help: 'Unix time of the last run of a job without a failure.',
    labelNames: ['name'],
    aggregator: 'max',
    registers: this.#registers,
  })

  constructor(pool: PoolUsage) {
    collectDefaultMetrics({ register: this.registry })
    this.#gauge('database_pool_size', 'Maximum number of connections in the connection pool.', () => pool.size)
    this.#gauge('database_pool_in_use', 'Connections that a request or a job uses.', () => pool.inUse)
    this.#gauge('database_pool_waiting', 'Requests and jobs that wait for a connection.', () => pool.waiting)
  }

  requestBegan(): void {
    this.#inProgress.inc()
  }

  requestEnded({ method, route, status, seconds }: MeasuredRequest): void {
    this.#inProgress.dec()
    this.#requests.inc({ method, route, status })
    this.#seconds.observe({ method, route }, seconds)
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

/** Prometheus' text format. */
const TEXT = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * Serves `/metrics` on its own port. It does not keep the process running. Throws an OperatorError where it cannot
 * listen.
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  read: () => Promise<string>,
): Promise<{ url: string; close: () => void }> {
  const server = createServer(({ method, url }, response) => {
    const refuse = (status: number, headers = {}) => void response.writeHead(status, headers).end()
    if (url?.split('?')[0] !== '/metrics') return refuse(404)
    if (method !== 'GET' && method !== 'HEAD') return refuse(405, { allow: 'GET, HEAD' })
    read().then(
      (text) => response.writeHead(200, { 'content-type': TEXT }).end(text),
      () => refuse(500),
    )
  })
  await new Promise<void>((resolve, reject) => {
    const refused = ({ message }: Error) =>
      reject(new OperatorError(`Cannot listen for metrics on ${host}:${port}: ${message}`))
    server.once('error', refused).listen({ host, port }, resolve)
  })
  server.unref()
  const opened = server.address() as AddressInfo
  return {
    url: `${httpUrl(opened.address, opened.port)}/metrics`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

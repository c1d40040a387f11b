import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { serveMetrics } from '../../server/src/ops/metrics/service-metrics.ts'
import { givenWorkspace } from '../given/workspace.ts'
import { startServer } from '../given/run-cli.ts'
import type { RunningServer } from '../given/run-cli.ts'
import { useDatabase } from '../given/use-server.ts'

const embedded = inject('engine').name === 'pglite'
const env = useDatabase()

let server: RunningServer
let metricsUrl: string
beforeAll(async () => {
  server = await startServer({ ...env, METRICS_PORT: '0', ...(embedded ? {} : { WORKERS: '2' }) })
  metricsUrl = /Metrics are at (\S+)\n/.exec(server.printed())![1]!
})
afterAll(async () => void (await server.stop()))

const scrape = async () => (await fetch(metricsUrl)).text()
/** The value of the one series that is written so. */
const valueOf = (metrics: string, series: string) =>
  Number(
    metrics
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length),
  )

const requests = (method: string, route: string, status: string) =>
  `http_requests_total{method="${method}",route="${route}",status="${status}"}`
const ofJob = (name: string) => `${name}{name="publish-due-price-changes"}`

async function givenKey() {
  const { workspace: id, key } = await givenWorkspace(env)
  return { id, key, headers: { authorization: `Bearer ${key}`, connection: 'close' } }
}

test('metrics are on their own port, for this machine only, and nothing else is', async () => {
  expect(metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
  const answer = await fetch(metricsUrl)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  for (const path of ['/', '/api/v1/products', '/healthz', '/metrics/']) {
    expect((await fetch(new URL(path, metricsUrl))).status).toBe(404)
  }
  expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(405)
})

// On Postgres by two processes in turn: what is shown is their sum.
test('requests are counted by method, route and status, whatever their paths are', async () => {
  const { id, key, headers } = await givenKey()
  const call = (path: string, init = {}) => fetch(`${server.url}/api/v1${path}`, { headers, ...init })
  for (const _ of [1, 2, 3]) await (await call('/products?q=secretive')).text()
  await call('/customers/CASTLE01')
  await call('/customers/%ZZ')
  await call('/pallets/secretive')
  await fetch(`${server.url}/metrics`)
  await call('/brands', { headers: {} })
  await call('/brands', { method: 'PROPFIND' })
  const port = Number(new URL(server.url).port)
  const socket = connect(port, '127.0.0.1')
  socket.write(`PUT /api/v1/products HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 9\r\n\r\n`)
  await expect.poll(async () => valueOf(await scrape(), 'http_requests_in_progress')).toBe(1)
  socket.destroy()
  await expect.poll(async () => valueOf(await scrape(), 'http_requests_in_progress')).toBe(0)

  const metrics = await scrape()
  const counted = metrics.split('\n').filter((line) => line.startsWith('http_requests_total'))
  expect(counted.toSorted()).toEqual([
    `${requests('GET', '/api/v1/brands', '401')} 1`,
    `${requests('GET', '/api/v1/customers/:id', '404')} 1`,
    `${requests('GET', '/api/v1/products', '200')} 3`,
    `${requests('GET', 'unknown', '404')} 3`,
    `${requests('PUT', '/api/v1/products', 'aborted')} 1`,
    `${requests('other', '/api/v1/brands', '405')} 1`,
  ])
  const duration = '{method="GET",route="/api/v1/products"}'
  expect(valueOf(metrics, `http_request_duration_seconds_count${duration}`)).toBe(3)
  expect(valueOf(metrics, `http_request_duration_seconds_sum${duration}`)).toBeGreaterThan(0)
  expect(valueOf(metrics, `http_request_duration_seconds_bucket{le="+Inf",${duration.slice(1)}`)).toBe(3)
  for (const secret of [key, id, 'secretive', 'CASTLE01', 'Harbour']) expect(metrics).not.toContain(secret)
})

test('the database, the jobs and the process are measured', async () => {
  await expect.poll(async () => valueOf(await scrape(), ofJob('job_duration_seconds_count'))).toBeGreaterThan(0)
  const metrics = await scrape()
  const lastSuccess = valueOf(metrics, ofJob('job_last_success_timestamp_seconds'))
  expect(Math.abs(lastSuccess - Date.now() / 1000)).toBeLessThan(60)
  expect(valueOf(metrics, ofJob('job_failures_total'))).toBe(0)
  // Of two workers; each has one more, for admission alone.
  expect(valueOf(metrics, 'database_pool_size')).toBe(embedded ? 1 : 18)
  expect(valueOf(metrics, 'workers_answering')).toBe(embedded ? NaN : 2)
  expect(valueOf(metrics, 'database_pool_waiting')).toBe(0)
  expect(valueOf(metrics, 'database_pool_in_use')).toBeLessThanOrEqual(2)
  expect(valueOf(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
  expect(metrics).toMatch(/^# TYPE nodejs_gc_duration_seconds histogram/m)
})

const shipped = (file: string) => readFileSync(join(import.meta.dirname, '../../deploy/monitoring', file), 'utf8')

test('each metric that the alerts and the dashboard name is there', async () => {
  const { panels } = JSON.parse(shipped('grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
  const expressions = [
    ...[...shipped('alerts.yaml').matchAll(/expr: (.+)/g)].map(([, expression]) => expression!),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  const names = new Set(expressions.flatMap((expression) => expression.match(/\w+(?=[{[])/g) ?? []))
  // Prometheus makes this one.
  expect(names.delete('up')).toBe(true)
  expect(names.size).toBeGreaterThanOrEqual(10)
  await (await fetch(`${server.url}/readyz`)).text()
  await expect.poll(scrape).toContain(ofJob('job_last_success_timestamp_seconds'))
  const metrics = await scrape()
  expect([...names].filter((name) => !new RegExp(`^${name}[{ ]`, 'm').test(metrics))).toEqual([])
})

test('a port that is taken is said in one line', async () => {
  const port = Number(new URL(metricsUrl).port)
  const taken = serveMetrics({ host: '127.0.0.1', port }, async () => '')
  await expect(taken).rejects.toThrow(/^Cannot listen for metrics on 127\.0\.0\.1:\d+: .*EADDRINUSE/)
})

import { setTimeout } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '../../server/src/config.ts'
import { operate } from '../../server/src/ops/all-operations.ts'
import { runCli, runJson, startServer } from '../given/run-cli.ts'
import type { RunningServer } from '../given/run-cli.ts'
import { findPrograms } from '../engines/find-postgres.ts'
import { startServer as startPostgres } from '../engines/postgres.ts'
import type { StartedServer } from '../engines/postgres.ts'
import { until } from '../given/until.ts'
import { callerOf, onceServed, writeAllTheTime } from './call-service.ts'
import type { Caller } from './call-service.ts'
import { allProcesses } from './process-table.ts'

const programs = findPrograms()
const here = inject('engine').name === 'postgres' && programs !== undefined
let database: StartedServer
let server: RunningServer
let service: Caller
let env: { DATABASE_URL: string; RATE_LIMIT_PER_MINUTE: string }

beforeAll(async () => {
  if (!here) return
  database = await startPostgres(programs, ['fsync=off'])
  const admin = postgres(database.url, { max: 1 })
  await admin`create role service login`
  await admin`create database service owner service`
  await admin.end()
  const url = Object.assign(new URL(database.url), { username: 'service', pathname: '/service' })
  env = { DATABASE_URL: url.href, RATE_LIMIT_PER_MINUTE: '1000000' }
  server = await startServer(env)
  service = await callerOf(server, env)
})
afterAll(async () => {
  if (!here) return
  await server.stop()
  database.stop()
})

const answers = () => until(async () => (await service.get('/workspace')).status === 200)
const told = async () => (await service.get('/workspace')).body.error?.message
const lines = (text: string) => server.printed().split(text).length - 1

test.runIf(here)(
  'a database that is killed under load, halted, or loses connections, costs answers 503 and nothing else',
  async () => {
    await runJson(['workspace', 'list'], env)
    const writing = writeAllTheTime(service, 4)
    const someMore = async () => {
      const before = writing.acknowledged()
      await until(() => writing.acknowledged() > before + 20)
    }
    const someRefused = async () => {
      const before = writing.refused()
      await until(() => writing.refused() > before + 5)
    }
    await someMore()
    process.kill(database.pid(), 'SIGKILL')
    await someRefused()
    expect(await runCli(['workspace', 'list'], env)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^.+\n$/) })
    await until(() => database.canStart())
    await someMore()

    database.halt()
    await someRefused()
    database.start()
    await someMore()

    const admin = postgres(database.url, { max: 1 })
    for (let i = 0; i < 20; i++) {
      await admin`select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'service'`
      await setTimeout(20)
    }
    await admin.end()
    await someMore()
    await writing.stop()
    expect(lines('cannot be reached')).toBeLessThanOrEqual(3)
    expect(lines('answers again')).toBe(lines('cannot be reached'))
  },
)

test.runIf(here)('a price change that falls due while the database is away is published once it is back', async () => {
  const product = { sku: 'due', name: 'Due', unitLabel: 'each' }
  await onceServed(() => service.put([{ ...product, listPrice: 100 }]))
  const { body } = await onceServed(() => service.put([{ ...product, listPrice: 250 }]))
  const at = new Date(Date.now() + 2_000).toISOString()
  const id = body.data.priceChangeId
  const { workspaceId } = service
  await operate(readConfig({}, env), 'price-change schedule', { workspaceId, id, at })
  database.halt()
  await until(() => Date.now() > Date.parse(at))
  database.start()
  const priceNow = async () => (await service.get('/products?q=due')).body.data?.[0].price.list
  await expect.poll(priceNow, { timeout: 30_000 }).toBe(250)
})

test.runIf(here)(
  'a database that stops answering is told within seconds, and is served again when it goes on',
  async () => {
    const stopped = allProcesses(database.pid())
    for (const pid of stopped) process.kill(pid, 'SIGSTOP')
    const asked = Promise.all(Array.from({ length: 60 }, (_, i) => service.get(`/products?offset=${i}`)))
    const statuses = await asked.finally(() => {
      for (const pid of stopped) process.kill(pid, 'SIGCONT')
    })
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([503]))
    await answers()
  },
)

test.runIf(here)('requests that need what somebody else has locked are answered, and others meanwhile', async () => {
  const admin = postgres(env.DATABASE_URL, { max: 1 })
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holding = admin.begin(async (trx) => {
    await trx`lock table product in access exclusive mode`
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const [refused, answered] = await Promise.all([
    Promise.all([service.get('/products'), service.put([{ sku: 'x', name: 'x', listPrice: 1, unitLabel: 'x' }])]),
    service.get('/customers'),
  ])
  release.resolve()
  await holding
  await admin.end()
  expect(refused.map(({ status }) => status)).toEqual([503, 503])
  expect(answered.status).toBe(200)
  expect((await service.get('/products')).status).toBe(200)
})

test.runIf(here)('a database without a connection to spare refuses, until there is one', async () => {
  const admin = postgres(database.url, { max: 1 })
  await admin`alter role service connection limit 0`
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'service'`
  await expect.poll(told, { timeout: 30_000 }).toContain('no connection left')
  await admin`alter role service connection limit -1`
  await admin.end()
  await answers()
})

import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { newDatabase } from '../engines/test-store.ts'
import { givenWorkspace } from '../given/workspace.ts'
import { environment, runCli, runJson, startServer } from '../given/run-cli.ts'
import type { Environment, RunningServer } from '../given/run-cli.ts'
import { useDatabase } from '../given/use-server.ts'

const embedded = inject('engine').name === 'pglite'
const env = useDatabase()

test.runIf(embedded)('the embedded database has one process', async () => {
  const message = 'WORKERS is "2", and the embedded database has one process: set DATABASE_URL to a Postgres server.\n'
  const refused = { code: 1, stdout: '', stderr: message }
  expect(await runCli(['serve', '--workers', '2'], env)).toEqual(refused)
  expect(await runCli(['serve'], { ...env, WORKERS: '2' })).toEqual(refused)
})

describe.skipIf(embedded)('with two processes on one port', () => {
  let server: RunningServer
  let workspaceUrl: string
  const start = async (args: string[] = [], more: Environment = {}) => {
    server = await startServer({ ...env, WORKERS: '2', LOG_LEVEL: 'info', ...more }, args)
    workspaceUrl = `${server.url}/api/v1/workspace`
  }
  afterEach(async () => void (await server.stop()))

  test('the limit of a key is one for both of them, and exact', async () => {
    await start([], { RATE_LIMIT_PER_MINUTE: '30' })
    const { key } = await newKey()
    const statuses = await readEach(workspaceUrl, key, 50)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    await expect.poll(() => answering(server)).toHaveLength(2)
  })

  test('what one of them wrote, each of them reads at once', async () => {
    await start()
    const { key } = await newKey()
    const productsUrl = `${server.url}/api/v1/products`
    for (let count = 1; count <= 8; count++) {
      const products = [{ sku: `N-${count}`, name: 'A', listPrice: 1, unitLabel: 'each' }]
      await text(await call(productsUrl, key, { products }))
      const lists = await Promise.all([1, 2, 3].map(async () => JSON.parse(await text(await call(productsUrl, key)))))
      expect(lists.map(({ data }) => data.length)).toEqual([count, count, count])
    }
    await expect.poll(() => answering(server)).toHaveLength(2)
  })

  test('a key that is revoked is refused by each of them at once', async () => {
    await start()
    const { key, id } = await newKey()
    expect(await readEach(workspaceUrl, key, 4)).toEqual([200, 200, 200, 200])
    await runJson(['key', 'revoke', id], env)
    expect(await readEach(workspaceUrl, key, 4)).toEqual([401, 401, 401, 401])
    await expect.poll(() => answering(server)).toHaveLength(2)
  })

  test('the sample is made once, and its key works with each of them', async () => {
    const empty = await newDatabase()
    const emptyEnv = environment(empty.config)
    await start(['--sample'], emptyEnv)
    const [, key, url] = /curl -H 'Authorization: Bearer (\S+)' '(\S+)'/.exec(server.printed())!
    expect(await readEach(url!, key!, 4)).toEqual([200, 200, 200, 200])
    await expect.poll(() => answering(server)).toHaveLength(2)
    const { keys } = await runJson(['key', 'list'], emptyEnv)
    expect(keys.filter(({ name }: { name: string }) => name === 'Sample key')).toHaveLength(1)
    await server.stop()
    await empty.remove()
  })

  test('one that is killed is replaced, while the other goes on', async () => {
    await start()
    const { key } = await newKey()
    await readEach(workspaceUrl, key, 4)
    await expect.poll(() => answering(server)).toHaveLength(2)
    const [killed, other] = answering(server) as [number, number]
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => server.printed()).toContain(`Worker ${killed} ended (SIGKILL); another starts`)
    expect(await readEach(workspaceUrl, key, 4)).toEqual([200, 200, 200, 200])
    await expect.poll(() => workers(server), { timeout: 20_000 }).toHaveLength(3)
    await readEach(workspaceUrl, key, 4)
    await expect.poll(() => answering(server)).toHaveLength(3)
    expect(isRunning(other)).toBe(true)
    expect(server.printed().match(/Trade Catalogue is at/g)).toHaveLength(1)
  })

  test('a stop that reaches every process lets the requests in flight finish, and leaves none behind', async () => {
    await start()
    const { key } = await newKey()
    const answers = [1, 2, 3, 4].map((n) => {
      const body = JSON.stringify({ products: [{ sku: `S-${n}`, name: 'A', listPrice: 1, unitLabel: 'each' }] })
      const put = openRequest(`${server.url}/api/v1/products`, key, 'PUT', body.length)
      put.write(body.slice(0, 10))
      return { answered: once(put, 'response'), finish: () => put.end(body.slice(10)) }
    })
    await setTimeout(200)
    for (const worker of workers(server)) process.kill(worker, 'SIGTERM')
    const stopped = server.stop()
    await setTimeout(200)
    for (const { finish } of answers) finish()
    for (const { answered } of answers) expect((await answered)[0].statusCode).toBe(200)
    expect(await stopped).toBe(0)
    expect(workers(server).filter(isRunning)).toEqual([])
    await expect.poll(() => answering(server)).toHaveLength(2)
  })

  test('with two processes on one port neither of them outlives the process that started them', async () => {
    await start()
    expect(workers(server).filter(isRunning)).toHaveLength(2)
    expect(await Promise.race([server.stop('SIGKILL'), setTimeout(20_000, 'still running')])).toBe(null)
  })

  test('what keeps them from starting is said in one line', async () => {
    await start()
    const taken = await runCli(['serve', '--workers', '2', '--port', new URL(server.url).port], env)
    expect(taken).toMatchObject({ code: 1, stdout: '' })
    expect(taken.stderr).toMatch(/^Cannot listen on 127\.0\.0\.1:\d+: .*\n$/)
    const gone = await runCli(['serve', '--workers', '2'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect(gone).toMatchObject({ code: 1, stdout: '' })
    expect(gone.stderr).toMatch(/^The database at 127\.0\.0\.1:1 cannot be used: .*\n$/)
  })
})

async function newKey(): Promise<{ id: string; key: string }> {
  const { keyId: id, key } = await givenWorkspace(env)
  return { id, key }
}

/** Connections are handed round, so each call has one of its own. */
function openRequest(url: string, key: string, method: string, length: number) {
  const headers = { authorization: `Bearer ${key}`, 'content-length': length }
  return request(url, { method, headers, agent: false })
}

async function call(url: string, key: string, body?: object): Promise<IncomingMessage> {
  const sent = body ? JSON.stringify(body) : ''
  const [response] = await once(openRequest(url, key, body ? 'PUT' : 'GET', sent.length).end(sent), 'response')
  return response
}

/** The statuses of so many reads at once. */
async function readEach(url: string, key: string, times: number): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: times }, () => call(url, key)))
  return responses.map((response) => response.resume().statusCode!)
}

/** The processes that have listened, by their log. */
function workers(server: RunningServer): number[] {
  return pids(server, /"pid":(\d+).*"msg":"Server listening/g)
}

/** Those that have answered requests; the line of a request may come a moment after its answer. */
function answering(server: RunningServer): number[] {
  return pids(server, /"pid":(\d+).*"msg":"request completed"/g)
}

function pids(server: RunningServer, line: RegExp): number[] {
  return [...new Set([...server.printed().matchAll(line)].map(([, pid]) => Number(pid)))]
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

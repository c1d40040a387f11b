import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { ApiError, createClient } from '@trade-catalogue/client'
import type { ClientOptions, Retry } from '@trade-catalogue/client'

const WORKSPACE = { data: { name: 'Harbour Wholesale' } }

/** A client of a service that gives these answers in turn, the last one for good. */
function clientOf(...answers: (Response | Error)[]) {
  return clientWith({}, ...answers)
}

function clientWith(options: Partial<ClientOptions>, ...answers: (Response | Error)[]) {
  const [sent, slept, retries]: [Request[], number[], Retry[]] = [[], [], []]
  const client = createClient({
    url: 'http://127.0.0.1:1',
    key: 'tck_test',
    fetch: async (request) => {
      sent.push(request)
      const answer = answers[Math.min(sent.length, answers.length) - 1]!
      if (answer instanceof Error) throw answer
      return answer.clone()
    },
    sleep: async (milliseconds) => void slept.push(milliseconds),
    onRetry: (retry) => retries.push(retry),
    ...options,
  })
  return { client, sent, slept, retries }
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const refusal = (status: number, code: string, headers = {}) =>
  json(status, { error: { code, message: 'No.' } }, headers)

const told = (seconds: number) => refusal(503, 'unavailable', { 'retry-after': String(seconds) })

/** A service that is there, and says nothing. */
const waiting = (request: Request) =>
  new Promise<never>((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)))

test('a call carries the key and returns the body of the answer', async () => {
  const { client, sent } = clientOf(json(200, WORKSPACE))
  expect(await client.get('/api/v1/workspace')).toEqual(WORKSPACE)
  expect(sent[0]!.url).toBe('http://127.0.0.1:1/api/v1/workspace')
  expect(sent[0]!.headers.get('authorization')).toBe('Bearer tck_test')
})

test('after a 429 it waits as long as it is told, and says so first', async () => {
  const { client, slept, retries } = clientOf(
    refusal(429, 'rate_limited', { 'retry-after': '60' }),
    json(200, WORKSPACE),
  )
  expect(await client.get('/api/v1/workspace')).toEqual(WORKSPACE)
  expect(slept).toEqual([60_000])
  expect(retries).toEqual([{ seconds: 60, attempt: 1, status: 429 }])
})

test('after a 503 it waits as long as it is told, be it by a date', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
  const { client, slept, retries } = clientWith(
    { longestWait: 3_600 },
    refusal(503, 'unavailable', { 'retry-after': '7' }),
    refusal(503, 'unavailable', { 'retry-after': inAnHour }),
    json(200, WORKSPACE),
  )
  expect(await client.get('/api/v1/workspace')).toEqual(WORKSPACE)
  expect(retries.map(({ status, attempt }) => [status, attempt])).toEqual([
    [503, 1],
    [503, 2],
  ])
  expect(slept[0]).toBe(7_000)
  expect(slept[1]).toBeGreaterThan(3_500_000)
})

test('told to wait for longer than it would, it fails at once and says how long that is', async () => {
  const { client, sent, slept } = clientOf(told(300), told(301))
  await expect(client.get('/api/v1/workspace')).rejects.toMatchObject({ status: 503, retryAfter: 301 })
  expect(sent).toHaveLength(2)
  expect(slept).toEqual([300_000])

  const patient = clientWith({ longestWait: 301 }, told(301), json(200, WORKSPACE))
  expect(await patient.client.get('/api/v1/workspace')).toEqual(WORKSPACE)
})

describe('an answer that takes too long is given up, and asked for again', () => {
  const timeout = 0.05

  test('an answer that never begins is given up, and asked for again', async () => {
    const { client, retries } = clientWith({
      timeout,
      fetch: async (request) => (retries.length === 0 ? waiting(request) : json(200, WORKSPACE)),
    })
    expect(await client.get('/api/v1/workspace')).toEqual(WORKSPACE)
    expect(retries).toEqual([{ seconds: 1, attempt: 1, status: 0, timedOutAfter: timeout }])
  })

  test('an answer that never ends is given up, and asked for again', async () => {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json')
      if (request.url === '/api/v1/brands') response.write('{')
      else response.end(JSON.stringify(WORKSPACE))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { client, retries } = clientWith({ timeout, url: `http://127.0.0.1:${port}`, fetch })
    await expect(client.get('/api/v1/brands')).rejects.toMatchObject({
      code: 'no_answer',
      message: `No answer from http://127.0.0.1:${port}: none within 0.05 s.`,
    })
    expect(retries).toHaveLength(7)
    server.closeAllConnections()
    server.close()
  })

  test('a call that its caller gives up is not made again', async () => {
    const caller = new AbortController()
    const { client, retries } = clientWith({ fetch: waiting })
    const call = client.get('/api/v1/workspace', { signal: caller.signal })
    caller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    expect(retries).toEqual([])
  })
})

test('after a 5xx or a broken connection it waits twice as long each time, and sends the same again', async () => {
  const { client, sent, slept } = clientOf(
    new Response('', { status: 502 }),
    new TypeError('fetch failed'),
    refusal(500, 'internal_error'),
    json(200, { data: { created: 1 } }),
  )
  const products = [{ sku: 'A', name: 'A', listPrice: 1, unitLabel: 'each' }]
  await client.put('/api/v1/products', { body: { products } })
  expect(slept).toEqual([1000, 2000, 4000])
  expect(sent).toHaveLength(4)
})

test('a connection that breaks in the middle of an answer counts as broken', async () => {
  const cut = new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) }))
  const client = createClient({
    url: 'http://127.0.0.1:1',
    key: 'k',
    sleep: async () => {},
    fetch: async () => (cut.bodyUsed ? json(200, WORKSPACE) : cut),
  })
  expect(await client.get('/api/v1/workspace')).toEqual(WORKSPACE)
})

test.for([
  [400, 'invalid_request'],
  [401, 'unauthorized'],
  [403, 'read_only'],
  [404, 'not_found'],
] as const)('a %i is not tried again: it fails with the code %s', async ([status, code]) => {
  const { client, sent } = clientOf(refusal(status, code))
  const error = await client.get('/api/v1/workspace').catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status, code, message: 'No.', issues: [] })
  expect(sent).toHaveLength(1)
})

test('the fields that were refused come with the error', async () => {
  const issues = [{ path: 'products.0.sku', message: 'Must not be blank.' }]
  const { client } = clientOf(json(400, { error: { code: 'validation_error', message: 'No.', issues } }))
  await expect(client.get('/api/v1/brands')).rejects.toMatchObject({ code: 'validation_error', issues })
})

test('it gives up in the end, with the last answer', async () => {
  const { client, sent } = clientOf(refusal(500, 'internal_error'))
  await expect(client.get('/api/v1/workspace')).rejects.toMatchObject({ status: 500, code: 'internal_error' })
  expect(sent).toHaveLength(8)
})

test('a service that never answers is an error that says why', async () => {
  const { client } = clientOf(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }))
  await expect(client.get('/api/v1/workspace')).rejects.toMatchObject({
    status: 0,
    code: 'no_answer',
    message: 'No answer from http://127.0.0.1:1: connect ECONNREFUSED.',
  })
})

test('an answer that is not from the API is an error, not a product', async () => {
  const page = new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } })
  await expect(clientOf(page).client.get('/api/v1/workspace')).rejects.toMatchObject({ code: 'unknown_answer' })
  const proxied = new Response('<h1>Nope</h1>', { status: 404 })
  await expect(clientOf(proxied).client.get('/api/v1/workspace')).rejects.toMatchObject({
    status: 404,
    code: 'unknown_answer',
  })
})

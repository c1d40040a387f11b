import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import { useService } from '../given/service.ts'

const service = useService()

const MADE = /^[\w.:-]{8,64}$/

async function idOf(path: string, init: RequestInit & { key?: string } = {}) {
  const { headers } = await service.call(init.method ?? 'GET', path, init)
  return headers.get('x-request-id')
}

test('every answer names its request, and no two are called the same', async () => {
  const { key } = await service.workspace()
  const first = await service.call('GET', '/brands', { key })
  const etag = { 'if-none-match': first.headers.get('etag')! }
  const answers = await Promise.all([
    service.call('GET', '/brands', { key }),
    service.call('GET', '/brands', { key }),
    service.call('GET', '/brands', { key, headers: etag }),
    service.call('GET', '/brands'),
    service.call('DELETE', '/brands'),
    service.call('GET', '/pallets'),
    service.call('GET', '/products/%ZZ'),
    service.call('GET', '/products?limit=0', { key }),
    service.call('PUT', '/products', { key, body: '{' }),
    service.call('GET', '/openapi.json'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 304, 401, 405, 404, 404, 400, 400, 200])
  const ids = [first, ...answers].map(({ headers }) => headers.get('x-request-id'))
  for (const id of ids) expect(id).toMatch(MADE)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a request keeps the name that it comes with, where that is short and plain', async () => {
  for (const given of ['a', '7f3e-22.b:1_X', 'x'.repeat(64)]) {
    expect(await idOf('/brands', { headers: { 'x-request-id': given } })).toBe(given)
    expect(await idOf('/products/%ZZ', { headers: { 'x-request-id': given } })).toBe(given)
  }
  for (const given of ['x'.repeat(65), 'a b', 'a,b', 'é', '"', 'ada@example.com', '']) {
    expect(await idOf('/brands', { headers: { 'x-request-id': given } })).toMatch(MADE)
    expect(await idOf('/brands', { headers: { 'x-request-id': given } })).not.toBe(given)
  }
})

test('what is no HTTP is answered with a name too', async () => {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname).end('NONSENSE\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*\r\nX-Request-Id: [\w.:-]{8,64}\r\n/i)
})

test('an error of ours names the request, and so does the log', async () => {
  const { key } = await service.workspace()
  const lines: string[] = []
  const broken = { ...service.context, clock: () => ({}) as Date }
  const app = await buildApp(broken, {
    rateLimit: 120,
    logLevel: 'error',
    tls: undefined,
    logStream: { write: (line) => void lines.push(line) },
  })
  const headers = { authorization: `Bearer ${key}`, 'x-request-id': 'ticket-7' }
  const answer = await app.inject({ url: '/api/v1/workspace', headers })
  await app.close()
  expect(answer.json().error).toEqual({ code: 'internal_error', message: expect.stringContaining('ticket-7') })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      requestId: 'ticket-7',
      msg: 'request failed',
      error: { type: 'TypeError', stack: expect.stringMatching(/^\s+at /) },
    },
  ])
})

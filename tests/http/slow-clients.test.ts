import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import { useService } from '../service.ts'
import { items, send } from './given.ts'

/** In milliseconds: far below those of the service, so that nobody has to wait for them. */
const LIMITS = {
  headersTimeout: 150,
  requestTimeout: 400,
  connectionsCheckingInterval: 20,
  keepAliveTimeout: 50,
  timeout: 300,
  maxConnections: 8,
}
const service = useService()
let app: FastifyInstance

beforeAll(async () => {
  const requests = { inProgress: 1, bulkCalls: 1, bulkCallsWaiting: 0 }
  const options = { rateLimit: 1_000_000, logLevel: 'error', tls: undefined } as const
  app = await buildApp(service.context, { ...options, limits: { connections: LIMITS, requests } })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

type Client = { socket: Socket; received: () => string; closed: Promise<void>; isClosed: () => boolean }

function open(): Client {
  const socket = connect({ host: '127.0.0.1', port: (app.server.address() as AddressInfo).port })
  let received = ''
  let isClosed = false
  socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true
      resolve()
    })
  })
  return { socket, received: () => received, closed, isClosed: () => isClosed }
}

/** Sends a byte now and then for as long as the connection is open. */
async function trickle({ socket, closed }: Client, text: string): Promise<void> {
  let sent = 0
  const timer = setInterval(() => socket.write(text[sent++ % text.length]!), 10)
  await closed
  clearInterval(timer)
}

function head(method: string, path: string, key: string, more = ''): string {
  return `${method} /api/v1${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`
}

async function connections(): Promise<number> {
  return new Promise((resolve) => void app.server.getConnections((_error, count) => resolve(count)))
}

function expectTooLate(received: string): void {
  expect(received).toMatch(/^HTTP\/1\.1 408 /)
  const body = JSON.parse(received.slice(received.indexOf('\r\n\r\n')))
  expect(body).toEqual({ error: { code: 'invalid_request', message: expect.stringMatching(/\S/) } })
}

test('a head that arrives byte by byte is cut off', async () => {
  const client = open()
  await trickle(client, 'GET /api/v1/workspace HTTP/1.1\r\nHost: localhost\r\nX-Long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')
  expectTooLate(client.received())
})

test('a connection over which nothing is asked is cut off', async () => {
  const client = open()
  await client.closed
  expectTooLate(client.received())
})

test('a body that arrives byte by byte is cut off, and keeps nobody waiting till then', async () => {
  const workspace = await service.workspace()
  const slow = open()
  slow.socket.write(head('PUT', '/products', workspace.key, 'Content-Length: 5000\r\n'))
  const over = trickle(slow, ' ')
  // One request at a time, one bulk call at a time, none of which may wait: the slow one takes up neither.
  const other = open()
  const body = JSON.stringify({ products: items(2) })
  other.socket.write(head('PUT', '/products', workspace.key, `Content-Length: ${body.length}\r\n`) + body)
  await expect.poll(other.received).toMatch(/^HTTP\/1\.1 200 /)
  expect(slow.isClosed()).toBe(false)
  await over
  expectTooLate(slow.received())
  expect((await workspace.get('/products')).body.data).toHaveLength(2)
})

test('a client that does not read its answers is cut off', async () => {
  const workspace = await service.workspace()
  await send(
    workspace,
    items(50, () => ({ description: 'long '.repeat(800) })),
  )
  const client = open()
  client.socket.pause()
  // Far more than the kernel keeps for either side.
  client.socket.write(head('GET', '/products', workspace.key).repeat(200))
  await expect.poll(connections).toBeGreaterThan(0)
  await expect.poll(connections, { timeout: 10_000 }).toBe(0)
  client.socket.resume()
  await client.closed
  expect(client.received().split('HTTP/1.1 200').length).toBeLessThan(200)
})

test('a connection that is only kept is closed after a while', async () => {
  const { key } = await service.workspace()
  const client = open()
  client.socket.write(head('GET', '/workspace', key))
  await client.closed
  expect(client.received()).toMatch(/^HTTP\/1\.1 200 /)
})

test('one connection too many is closed, and so are those that are only kept: the next is served', async () => {
  const { key } = await service.workspace()
  await expect.poll(connections).toBe(0)
  const kept = Array.from({ length: LIMITS.maxConnections }, open)
  for (const client of kept) {
    client.socket.write(head('GET', '/workspace', key))
    await expect.poll(client.received).toMatch(/^HTTP\/1\.1 200 /)
  }
  const tooMany = open()
  await Promise.all([tooMany, ...kept].map(({ closed }) => closed))
  expect(tooMany.received()).toBe('')
  const next = open()
  next.socket.write(head('GET', '/workspace', key))
  await expect.poll(next.received).toMatch(/^HTTP\/1\.1 200 /)
})

import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import type { AppOptions } from '../../server/src/app.ts'
import { useService } from '../given/service.ts'
import { givenMember } from '../given/member.ts'
import { sendItems } from '../given/given.ts'

/** How often a server looks for what is late, in milliseconds. */
const connectionsCheckingInterval = 20
const service = useService()

/** A server with one bound far below that of the service, so that nobody has to wait for it. */
async function start(limits: NonNullable<AppOptions['limits']>): Promise<FastifyInstance> {
  const app = await buildApp(service.context, { rateLimit: 1_000_000, logLevel: 'error', tls: undefined, limits })
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}

type Client = { socket: Socket; received: () => string; closed: Promise<void> }

function open(app: FastifyInstance, text = ''): Client {
  const socket = connect({ host: '127.0.0.1', port: (app.server.address() as AddressInfo).port })
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  socket.on('error', () => {})
  if (text) socket.write(text)
  return {
    socket,
    received: () => received,
    closed: new Promise((resolve) => void socket.on('close', () => resolve())),
  }
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

function uploadHead({ slug, token }: { slug: string; token: string }, bytes: number): string {
  const lines = [
    `POST /app-api/console/${slug}/imports?name=slow.csv HTTP/1.1`,
    'Host: localhost',
    `Cookie: session=${token}`,
    'Sec-Fetch-Site: same-origin',
    `Content-Length: ${bytes}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

async function connections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve) => void server.getConnections((_error, count) => resolve(count)))
}

function expectTooLate({ received }: Client): void {
  expect(received()).toMatch(/^HTTP\/1\.1 408 /)
  const body = JSON.parse(received().slice(received().indexOf('\r\n\r\n')))
  expect(body).toEqual({ error: { code: 'invalid_request', message: 'The request took too long to arrive.' } })
}

test('a head that arrives byte by byte is cut off', async () => {
  const app = await start({ connections: { headersTimeout: 100, connectionsCheckingInterval } })
  const client = open(app)
  await trickle(client, 'GET /api/v1/workspace HTTP/1.1\r\nHost: localhost\r\nX-Long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')
  expectTooLate(client)
})

test('a connection over which nothing is asked is cut off', async () => {
  const client = open(await start({ connections: { headersTimeout: 100, connectionsCheckingInterval } }))
  await client.closed
  expectTooLate(client)
})

test('a body that arrives byte by byte is cut off', async () => {
  const { key } = await service.workspace()
  const limits = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval }
  const client = open(await start({ connections: limits }), head('PUT', '/products', key, 'Content-Length: 5000\r\n'))
  await trickle(client, ' ')
  expectTooLate(client)
})

test('clients that leave while their files wait end nothing', async () => {
  const workspace = await service.workspace()
  const staff = await givenMember(service, workspace, 'manager')
  const app = await start({})
  // Only some are read at a time.
  const clients = Array.from({ length: 8 }, () => open(app, `${uploadHead(staff, 1_000)}SKU,`))
  await expect.poll(() => connections(app)).toBe(8)
  await setTimeout(100)
  for (const { socket } of clients) socket.destroy()
  await expect.poll(() => connections(app)).toBe(0)
  const next = open(app, head('GET', '/workspace', workspace.key))
  await expect.poll(next.received).toMatch(/^HTTP\/1\.1 200 /)
  next.socket.destroy()
})

test('a client that does not read its answers is cut off', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 50, () => ({ description: 'long '.repeat(800) }))
  const app = await start({ connections: { timeout: 200 } })
  // Far more than is kept for either side on the way.
  const client = open(app, head('GET', '/products', workspace.key).repeat(200))
  client.socket.pause()
  await expect.poll(() => connections(app), { timeout: 10_000 }).toBe(1)
  await expect.poll(() => connections(app), { timeout: 20_000 }).toBe(0)
  client.socket.resume()
  await client.closed
  expect(client.received().split('HTTP/1.1 200 ').length).toBeLessThan(200)
})

test('a connection that is only kept is closed after a while', async () => {
  const { key } = await service.workspace()
  const client = open(await start({ connections: { keepAliveTimeout: 50 } }), head('GET', '/workspace', key))
  await client.closed
  expect(client.received()).toMatch(/^HTTP\/1\.1 200 /)
})

test('one connection too many is closed, and so are those that are only kept: the next is served', async () => {
  const { key } = await service.workspace()
  const app = await start({ connections: { maxConnections: 3 } })
  const kept = [1, 2, 3].map(() => open(app, head('GET', '/workspace', key)))
  for (const { received } of kept) await expect.poll(received).toMatch(/^HTTP\/1\.1 200 /)
  const tooMany = open(app)
  await Promise.all([tooMany, ...kept].map(({ closed }) => closed))
  expect(tooMany.received()).toBe('')
  const next = open(app, head('GET', '/workspace', key))
  await expect.poll(next.received).toMatch(/^HTTP\/1\.1 200 /)
})

test('who sends a body that is refused half-way gets the answer, and goes on with the same connection', async () => {
  const { key } = await service.workspace()
  const client = open(await start({}), head('PUT', '/products', key, 'Transfer-Encoding: chunked\r\n'))
  const chunk = `100000\r\n${' '.repeat(1_048_576)}\r\n`
  client.socket.write(chunk.repeat(17))
  await expect.poll(client.received).toMatch(/^HTTP\/1.1 413 /)
  expect(client.received()).not.toMatch(/connection: close/i)
  client.socket.write(`${chunk}0\r\n\r\n${head('GET', '/workspace', key)}`)
  await expect.poll(client.received).toMatch(/HTTP\/1.1 200 /)
  client.socket.destroy()
})

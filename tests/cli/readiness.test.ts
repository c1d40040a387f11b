import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runJson, startServer } from './run-cli.ts'
import { useDatabase } from './use-server.ts'

const env = useDatabase()

const isRefused = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy() && false)).on('error', () => resolve(true))
  })

test('a service that stops takes no new connections, and says on those that are open that it is not ready', async () => {
  const server = await startServer({ ...env, METRICS_PORT: '0' })
  const [, metrics] = /Metrics are at (\S+)/.exec(server.printed())!
  const { id } = await runJson(['workspace', 'create', '--name', 'Harbour', '--currency', 'GBP'], env)
  const { key } = await runJson(['key', 'create', '--workspace', id, '--name', 'ERP', '--scope', 'write'], env)

  const port = Number(new URL(server.url).port)
  const socket = connect(port, '127.0.0.1')
  socket.write(`PUT /api/v1/products HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 2\r\n\r\n{`)
  await expect.poll(async () => (await fetch(metrics!)).text()).toContain('http_requests_in_progress 1')
  const stopped = server.stop()
  await expect.poll(() => isRefused(port)).toBe(true)
  socket.write('}GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n')

  const [put, readyz] = (await text(socket)).split('HTTP/1.1 ').slice(1)
  expect(put).toMatch(/^400 [^]*"validation_error"/)
  expect(readyz).toMatch(/^503 [^]*\r\nretry-after: 5\r\n/i)
  expect(readyz).toMatch(/\r\nconnection: close\r\n/i)
  expect(readyz).toContain('{"error":{"code":"unavailable","message":"The service is stopping."}}')
  expect(await stopped).toBe(0)
})

import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import type { Context } from '../../server/src/context.ts'
import { useOwnService } from '../given/service.ts'
import { refusal } from '../given/given.ts'

const service = useOwnService({ rateLimit: 1 })

async function get(path: string, method = 'GET') {
  const response = await fetch(service.url + path, { method })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) }
}

async function expectUnready(message: RegExp) {
  const answer = await get('/readyz')
  expect(answer).toEqual(refusal(503, 'unavailable'))
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(answer.body.error.message).toMatch(message)
  expect((await get('/healthz')).status).toBe(200)
}

test('whoever asks, without a key and as often as they like, is told that the process is alive, and that it can serve', async () => {
  for (const _ of [1, 2, 3]) {
    expect(await get('/healthz')).toMatchObject({ status: 200, body: { data: { status: 'alive' } } })
    expect(await get('/readyz')).toMatchObject({ status: 200, body: { data: { status: 'ready' } } })
  }
  expect(await get('/readyz', 'HEAD')).toMatchObject({ status: 200, body: '' })
})

test('whoever asks, without a key and as often as they like, is refused any other method, and any path below', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const answer = await get(path, 'POST')
    expect(answer).toEqual(refusal(405, 'method_not_allowed'))
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
    expect(await get(`${path}/x`)).toEqual(refusal(404, 'not_found'))
  }
})

describe('the service is alive, and cannot serve', () => {
  afterEach(() => vi.useRealTimers())

  test('the service cannot serve while the schema is another one than it knows', async () => {
    const { db } = service.context
    await sql`insert into schema_migration (number, name, applied_at) values (999, 'later', now())`.execute(db)
    await expectUnready(/^The schema of the database is at 999, and this version works with \d+\.$/)
    await sql`delete from schema_migration where number = 999`.execute(db)
    expect((await get('/readyz')).status).toBe(200)
  })

  test('the service cannot serve while the database refuses to answer', async () => {
    const { db } = service.context
    await sql`alter table schema_migration rename to elsewhere`.execute(db)
    await expectUnready(/^The database does not answer\.$/)
    await sql`alter table elsewhere rename to schema_migration`.execute(db)
    expect((await get('/readyz')).status).toBe(200)
  })

  test('the service cannot serve while the database does not answer in time; it is asked once, by however many', async () => {
    const answer = Promise.withResolvers<{ newest: number }>()
    const ask = vi.fn<() => Promise<unknown>>(() => answer.promise)
    const query = { select: () => query, executeTakeFirstOrThrow: ask }
    const db = { selectFrom: () => query } as unknown as Context['db']
    const app = await buildApp({ ...service.context, db }, { rateLimit: 1, logLevel: 'silent', tls: undefined })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked = [1, 2, 3].map(() => app.inject({ url: '/readyz' }))
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThanOrEqual(3))
    await vi.advanceTimersByTimeAsync(2_000)
    for (const { statusCode, body } of await Promise.all(asked)) {
      expect(statusCode).toBe(503)
      expect(body).toContain('did not answer within 2 s')
    }
    expect(ask).toHaveBeenCalledOnce()
    await app.close()
  })

  test('the service cannot serve while it stops, which it says on the connections that are open', async () => {
    const { key } = await service.workspace()
    const app = await buildApp(service.context, { rateLimit: 9, logLevel: 'silent', tls: undefined })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(
      `PUT /api/v1/products HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 2\r\n\r\n{`,
    )
    await once(app.server, 'request')
    const closed = app.close()
    await vi.waitUntil(() => !app.server.listening)
    socket.write('}GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n')
    const [put, readyz] = (await text(socket)).split('HTTP/1.1 ').slice(1)
    expect(put).toMatch(/^400 [^]*"validation_error"/)
    expect(readyz).toMatch(/^503 [^]*\r\nretry-after: 5\r\n/i)
    expect(readyz).toMatch(/\r\nconnection: close\r\n/i)
    expect(readyz).toContain('{"error":{"code":"unavailable","message":"The service is stopping."}}')
    await closed
  })
})

import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import fastify from 'fastify'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { timeOutRequests } from '../../server/src/http/limits/request-timeout.ts'
import { handleError } from '../../server/src/http/error-envelope.ts'

test('a route that does not come to an end is answered 503, and the others as ever', async () => {
  const app = fastify()
  app.setErrorHandler(handleError)
  timeOutRequests(app, { limitMs: 20 })
  const { promise: never } = Promise.withResolvers<object>()
  app.get('/never', () => never)
  app.get('/soon', async () => ({ data: [] }))
  const late = await app.inject('/never')
  expect(late.statusCode).toBe(503)
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
  expect(late.json().error.code).toBe('unavailable')
  expect((await app.inject('/soon')).json()).toEqual({ data: [] })
  await app.close()
})

test('a file that arrives slowly is taken, and its time counts from its end', async () => {
  const app = fastify()
  app.setErrorHandler(handleError)
  timeOutRequests(app, { limitMs: 20, takesFiles: true })
  app.addContentTypeParser('*', (_request: FastifyRequest, payload, done) => done(null, payload))
  app.post('/file', async ({ body }) => ({ data: (await Array.fromAsync(body as Readable)).join('') }))
  app.post('/never', async ({ body }) => {
    await Array.fromAsync(body as Readable)
    return Promise.withResolvers<object>().promise
  })
  const send = (url: string) =>
    app.inject({ method: 'POST', url, payload: Readable.from(made()), headers: { 'content-type': 'text/csv' } })
  expect((await send('/file')).json()).toEqual({ data: 'begun, ended' })
  expect((await send('/never')).statusCode).toBe(503)
  await app.close()
})

async function* made() {
  yield 'begun, '
  await setTimeout(60)
  yield 'ended'
}

test('a download that has begun is sent to its end, however slow it is', async () => {
  const app = fastify()
  timeOutRequests(app, { limitMs: 20 })
  app.get('/file', async (_request, reply) => reply.type('text/plain').send(Readable.from(made())))
  expect((await app.inject('/file')).body).toBe('begun, ended')
  await app.close()
})

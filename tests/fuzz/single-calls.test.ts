import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { Connection } from './connection.ts'
import { operations } from './description.ts'
import { stock, useFuzzedService } from './fuzzed-service.ts'
import { expectAsDescribed, expectEnvelope } from './judge.ts'
import type { KnownValues } from './known-values.ts'
import { inPieces } from './request.ts'
import { describedRequests, requests } from './requests.ts'
import { PATIENCE_MS, runs } from './runs.ts'
import { ANSWERED, mangled, paths } from './wire-cases.ts'

const service = useFuzzedService()
let known: KnownValues
beforeAll(async () => {
  known = await stock(service)
})

describe.each(operations)('$id', (operation) => {
  test.each([
    ['as it is described', describedRequests(operation), 30],
    ['as it is not', requests(operation), 130],
  ])(
    `${operation.id} gives the answers it promises when called %s`,
    async (_how, arbitrary, count) => {
      await fc.assert(
        fc.asyncProperty(arbitrary, async (request) => {
          const sent = request.filled(known)
          const answer = await service.ask(sent)
          expectAsDescribed(sent, answer)
          const tag = answer?.status === 200 && answer.headers.get('etag')?.[0]
          if (!tag) return
          const again = await service.ask(sent.ifNoneMatch(tag))
          expectAsDescribed(sent, again)
          expect(again?.status).toBe(304)
        }),
        runs(count),
      )
    },
    PATIENCE_MS,
  )
})

const anyRequest = fc.oneof(...operations.map((operation) => requests(operation)))
const anyWrite = fc.oneof(...operations.filter(({ body }) => body).map((operation) => requests(operation)))
const cuts = fc.array(fc.nat(), { maxLength: 4 })

async function onConnection(talk: (connection: Connection) => Promise<void>): Promise<void> {
  const connection = new Connection(service.port())
  try {
    await talk(connection)
  } finally {
    await connection.close()
  }
}

describe('a request is answered', { timeout: PATIENCE_MS }, () => {
  test('a request is answered in whatever pieces it comes', () =>
    fc.assert(
      fc.asyncProperty(anyRequest, cuts, (request, cuts) =>
        onConnection(async (connection) => {
          const sent = request.filled(known)
          await connection.send(...inPieces(sent.bytes(), cuts))
          expectAsDescribed(sent, await connection.answer(sent))
        }),
      ),
      runs(100),
    ))

  test('a request with its body in chunks is answered', () =>
    fc.assert(
      fc.asyncProperty(anyWrite, cuts, (request, cuts) =>
        onConnection(async (connection) => {
          const sent = request.filled(known)
          await connection.send(...sent.chunkedBytes(cuts))
          expectAsDescribed(sent, await connection.answer(sent))
        }),
      ),
      runs(80),
    ))

  test('a request is answered in its turn, among others that were sent together', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(...operations.map(describedRequests)), { maxLength: 6 }), (together) =>
        onConnection(async (connection) => {
          const sent = together.map((request) => request.filled(known))
          await connection.send(Buffer.concat(sent.map((request) => request.bytes())))
          for (const request of sent) expectAsDescribed(request, await connection.answer(request))
        }),
      ),
      runs(40),
    ))

  test('a request on any path, to any method, is answered', () =>
    fc.assert(
      fc.asyncProperty(paths, ({ method, path }) =>
        onConnection(async (connection) => {
          await connection.send(Buffer.from(`${method} ${path} HTTP/1.1\r\nHost: a\r\n\r\n`))
          expectEnvelope(await connection.answer({ method }))
        }),
      ),
      runs(200),
    ))

  test.each(Object.entries(ANSWERED))('a request with %s is answered', (_what, bytes) =>
    onConnection(async (connection) => {
      await connection.send(Buffer.from(known.fill(bytes), 'latin1'))
      expectEnvelope(await connection.answer({ method: bytes.slice(0, 4) }))
    }),
  )
})

test('bytes that are hardly a request are answered as one, or not at all', { timeout: PATIENCE_MS }, () =>
  fc.assert(
    fc.asyncProperty(mangled(anyRequest.filter(({ method }) => method !== 'HEAD')), (bytes) =>
      onConnection(async (connection) => {
        await connection.send(Buffer.from(known.fill(bytes), 'latin1'))
        for (const answer of await connection.finish()) expectEnvelope(answer)
      }),
    ),
    runs(200),
  ),
)

test('a client that is gone before its request is whole, or answered, does no harm', { timeout: PATIENCE_MS }, () =>
  fc.assert(
    fc.asyncProperty(anyRequest, fc.nat(), async (request, cut) => {
      const bytes = request.filled(known).bytes()
      await onConnection((connection) => connection.send(bytes.subarray(0, cut % (bytes.length + 1))))
    }),
    runs(200),
  ),
)

import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { handleError } from '../../server/src/http/error-envelope.ts'
import { KINDS, RequestLimiter } from '../../server/src/http/limit-requests.ts'
import { requestPipeline } from '../../server/src/http/request-pipeline.ts'
import { sendFile } from '../../server/src/http/send-file.ts'
import { useService } from '../given/service.ts'

const service = useService()
const PROOF = { provedAt: null, passkeyAt: null }
const ONE = { slots: { all: 1, perOwner: 1 }, inProgress: { all: 9, perOwner: 9 } }

/** Two APIs of one process, with the same routes: for anybody, in any workspace. */
async function twoApis(limiter: RequestLimiter, add: (routes: FastifyInstance) => void): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify().setErrorHandler(handleError)
  const pipeline = requestPipeline(service.context, limiter)
  for (const prefix of ['/one', '/other']) {
    await app.register(
      async (routes) => {
        pipeline.serveJson(routes, async ({ headers }) => ({
          caller: { type: 'member', id: 'ada', name: 'Ada', role: 'manager', proof: PROOF },
          workspace: {
            id: String(headers['x-workspace']),
            at: new Date(),
            currency: 'GBP',
            plan: 'active',
            state: '1',
          },
        }))
        add(routes)
      },
      { prefix },
    )
  }
  onTestFinished(() => app.close())
  return app
}

/** A route that is at work until the test is over. */
async function aRoute(method: 'GET' | 'POST', config: FastifyContextConfig, limiter = new RequestLimiter()) {
  const atWork: string[] = []
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const app = await twoApis(limiter, (routes) =>
    routes.route({
      method,
      url: '/slow',
      config: { ...config, uncached: true },
      handler: async ({ workspace }) => {
        atWork.push(workspace.workspaceId)
        return finished.then(() => ({}))
      },
    }),
  )
  onTestFinished(() => finish())
  // What is not waited for is sent later than what is.
  const send = (workspace: string, api = '/one') =>
    app.inject({ method, url: `${api}/slow`, headers: { 'x-workspace': workspace } }).then((answer) => answer)
  return { send, finish, atWork: (workspace: string) => atWork.filter((at) => at === workspace).length }
}

test.each([
  ['reads', 'GET', {}, KINDS.read],
  ['reads that are sent as a POST', 'POST', { scope: 'read' }, KINDS.read],
  ['lines', 'GET', { kind: 'lines' }, KINDS.lines],
  ['writes', 'POST', {}, KINDS.write],
  ['heavy calls', 'POST', { kind: 'heavy' }, KINDS.heavy],
] as const)('a workspace with many waiting %s does not hold up another', async (_what, method, config, { slots }) => {
  const { send, atWork } = await aRoute(method, config)
  for (let i = 0; i < slots.perOwner + 3; i++) void send('busy')
  void send('other', '/other')
  await expect.poll(() => [atWork('busy'), atWork('other')]).toEqual([slots.perOwner, 1])
})

test('calls past what may wait are refused with 503 and when to ask again, unread; of all APIs, and of others none', async () => {
  const { all, perOwner } = { all: 3, perOwner: 2 }
  const limiter = new RequestLimiter({ heavy: { slots: { all: 1, perOwner: 1 }, inProgress: { all, perOwner } } })
  const { send, finish } = await aRoute('POST', { kind: 'heavy' }, limiter)
  const taken = [send('busy'), send('busy', '/other')]
  const refused = await send('busy')
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('1')
  expect(refused.json().error.code).toBe('unavailable')
  taken.push(send('other'))
  expect((await send('third')).statusCode).toBe(503)
  finish()
  expect((await Promise.all(taken)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect((await send('busy')).statusCode).toBe(200)
})

/** Heavy work within heavy work. */
function nested({ workspace: { runQueued } }: FastifyRequest) {
  return runQueued!(() => runQueued!(async () => ({})))
}

test('heavy work within a heavy call takes its slot, and within a read it waits for one', async () => {
  const app = await twoApis(new RequestLimiter({ heavy: ONE }), (routes) => {
    routes.post('/heavy', { config: { kind: 'heavy' } }, nested)
    routes.get('/read', { config: { uncached: true } }, nested)
  })
  const headers = { 'x-workspace': 'busy' }
  const asked = [...Array(4)].flatMap(() => [
    app.inject({ method: 'POST', url: '/one/heavy', headers }),
    app.inject({ url: '/one/read', headers }),
  ])
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 200))
})

test('a download that is not read holds no slot', async () => {
  const app = await twoApis(new RequestLimiter({ heavy: ONE }), (routes) =>
    routes.get('/file', { config: { kind: 'download', uncached: true } }, sendRows),
  )
  const download = (count: number) =>
    app.inject({ url: `/one/file?rows=${count}`, headers: { 'x-workspace': 'busy' }, payloadAsStream: true })
  const unread = await Promise.all([download(100_000), download(100_000)])
  expect((await text((await download(10)).stream())).length).toBe(10 * 1_001)
  for (const answer of unread) answer.stream().destroy()
})

test('more downloads of a workspace than it may have at a time are refused, until one of them is over', async () => {
  const { slots, inProgress } = KINDS.download
  const limiter = new RequestLimiter({ download: { slots, inProgress: { ...inProgress, perOwner: 2 } } })
  const app = await twoApis(limiter, (routes) =>
    routes.get('/file', { config: { kind: 'download', uncached: true } }, sendRows),
  )
  const download = (count: number, workspace = 'busy') =>
    app.inject({ url: `/one/file?rows=${count}`, headers: { 'x-workspace': workspace }, payloadAsStream: true })
  const unread = [await download(3_000), await download(3_000)]
  expect((await download(10)).statusCode).toBe(503)
  expect((await download(10, 'other')).statusCode).toBe(200)
  await text(unread[0]!.stream())
  await expect.poll(async () => (await download(10)).statusCode).toBe(200)
})

function sendRows({ query }: FastifyRequest, reply: FastifyReply) {
  return sendFile(reply, { name: 'rows', type: 'csv' }, () => rows((query as { rows: number }).rows))
}

async function* rows(count: number) {
  for (let i = 0; i < count; i++) yield `${'x'.repeat(1_000)}\n`
}

test('a call that does not come to an end is answered 503', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send, atWork } = await aRoute('POST', {})
  const late = send('busy')
  await vi.waitUntil(() => atWork('busy') === 1)
  vi.advanceTimersByTime(60_000)
  expect((await late).statusCode).toBe(503)
  expect((await late).headers['retry-after']).toBe('5')
})

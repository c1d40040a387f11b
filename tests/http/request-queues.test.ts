import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import fastify from 'fastify'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { handleError } from '../../server/src/http/error-envelope.ts'
import { PARSING_MODULE } from '../../server/src/app.ts'
import { requestLimits } from '../../server/src/http/limits/request-limits.ts'
import { requestPipeline } from '../../server/src/http/request-pipeline.ts'
import { requireQueues } from '../../server/src/http/limits/route-queue.ts'
import { sendFile } from '../../server/src/http/send-file.ts'
import { useService } from '../service.ts'

const service = useService()

/** Requests that a workspace may have at work at a time while others are active, by what they cost. */
const SHARES: [string, 'GET' | 'POST', FastifyContextConfig, number][] = [
  ['a read', 'GET', {}, 16],
  ['a read that is sent as a POST', 'POST', { scope: 'read' }, 16],
  ['a write', 'POST', {}, 8],
  ['an expensive read', 'POST', { scope: 'read', cost: 'expensive' }, 1],
  ['a bulk call', 'POST', { cost: 'bulk' }, 2],
]

const newPipeline = () => requestPipeline(service.context, requestLimits(), PARSING_MODULE)

const OWNER = { type: 'staff', id: 'ada', name: 'Ada' } as const
/** What a part of a job takes, in milliseconds: more than a busy machine delays it. */
const PART_MS = 200
/** A job rests for no longer after a part, in milliseconds. */
const LONGEST_REST_MS = 250
/** By so much a timer may be early, and a clock be rounded. */
const TIMER_MS = 5

/** A server with routes of a workspace, for anybody in any. */
async function withRoutes(add: (routes: FastifyInstance) => void, pipeline = newPipeline()): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify().setErrorHandler(handleError)
  await app.register(async (routes) => {
    pipeline.serveJson(routes, async ({ headers }) => ({
      caller: {
        type: 'member',
        id: String(headers['x-person']),
        name: 'Ada',
        role: 'staff',
        proof: { provedAt: null, passkeyAt: null },
      },
      workspace: { id: String(headers['x-workspace']), at: new Date(), currency: 'GBP', plan: 'active', state: '1' },
    }))
    add(routes)
  })
  return app
}

/** A route that is at work until the test is over. */
async function aRoute(method: 'GET' | 'POST', config: FastifyContextConfig) {
  const atWork: string[] = []
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const app = await withRoutes((routes) =>
    routes.route({
      method,
      url: '/slow',
      config,
      handler: async ({ caller }) => {
        atWork.push(caller.id)
        return finished.then(() => ({}))
      },
    }),
  )
  const answers: Promise<number>[] = []
  onTestFinished(async () => {
    finish()
    await Promise.all(answers)
    await app.close()
  })
  let asked = 0
  const send = (workspace: string, person: string, times: number) => {
    for (let i = 0; i < times; i++) {
      const headers = { 'x-workspace': workspace, 'x-person': person }
      answers.push(app.inject({ method, url: `/slow?x=${++asked}`, headers }).then(({ statusCode }) => statusCode))
    }
    return setTimeout(30)
  }
  return { send, atWork: (person: string) => atWork.filter((at) => at === person).length }
}

test.each(SHARES)('%s waits for its turn: another workspace gets one', async (_what, method, config, share) => {
  const { send, atWork } = await aRoute(method, config)
  await send('other', 'Bea', 1)
  await send('busy', 'Ada', 60)
  await expect.poll(() => atWork('Ada')).toBe(share)
  await send('third', 'Cid', 1)
  // Of two expensive reads at a time, and of three bulk calls, Bea has one.
  await expect.poll(() => atWork('Cid')).toBe(share > 2 ? 1 : 0)
})

test.each(SHARES.filter(([, , , share]) => share > 2))(
  '%s waits for its turn: a colleague gets one',
  async (_what, method, config, share) => {
    const { send, atWork } = await aRoute(method, config)
    await send('other', 'Bea', 1)
    await send('busy', 'Ann', 1)
    await send('busy', 'Ada', 60)
    await expect.poll(() => atWork('Ada')).toBe(share / 2)
    await send('busy', 'Ann', 60)
    await expect.poll(() => atWork('Ann')).toBe(share / 2)
  },
)

test('a download that is not read holds no turn of those that are', async () => {
  const app = await withRoutes((routes) =>
    routes.get('/file', { config: { cost: 'download', uncached: true } }, async (request, reply) =>
      sendFile(reply, { name: 'rows', type: 'csv' }, rows((request.query as { rows: number }).rows)),
    ),
  )
  onTestFinished(() => app.close())
  const download = (count: number) =>
    app.inject({
      url: `/file?rows=${count}`,
      headers: { 'x-workspace': 'busy', 'x-person': 'Ada' },
      payloadAsStream: true,
    })
  const unread = await Promise.all(Array.from({ length: 4 }, () => download(100_000)))
  expect((await text((await download(10)).stream())).length).toBe(10 * 1_001)
  for (const answer of unread) answer.stream().destroy()
})

async function* rows(count: number) {
  for (let i = 0; i < count; i++) yield `${'x'.repeat(1_000)}\n`
}

test('a job rests after each part, for longer than that took, while others read', async () => {
  const pipeline = newPipeline()
  const app = await withRoutes((routes) => routes.get('/read', () => ({})), pipeline)
  onTestFinished(() => app.close())
  const read = () => app.inject({ url: '/read', headers: { 'x-workspace': 'neighbour' } })
  const part = async (workspaceId: string) => {
    let ended = 0
    await pipeline.runQueued({ ...service.context, workspaceId, actor: OWNER }, async () => {
      await setTimeout(PART_MS)
      ended = performance.now()
    })
    return performance.now() - ended
  }
  expect(await part('importer')).toBeLessThan(PART_MS - TIMER_MS)
  await read()
  expect(await part('neighbour')).toBeLessThan(PART_MS - TIMER_MS)
  expect(await part('importer')).toBeGreaterThanOrEqual(LONGEST_REST_MS - TIMER_MS)
})

test('a route of an API that waits in no queue stops the start', async () => {
  const app = fastify()
  requireQueues(app)
  app.get('/api/v1/free', async () => ({}))
  app.get('/healthz', async () => ({}))
  await expect(app.ready()).rejects.toThrow('These routes wait in no queue: GET /api/v1/free, HEAD /api/v1/free.')
})

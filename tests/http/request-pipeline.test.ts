import fastify from 'fastify'
import { expect, test } from 'vitest'
import { handleError } from '../../server/src/http/error-envelope.ts'
import { PARSING_MODULE } from '../../server/src/app.ts'
import { requestLimits } from '../../server/src/http/limits/request-limits.ts'
import { requestPipeline } from '../../server/src/http/request-pipeline.ts'
import { useService } from '../service.ts'

const service = useService()

/** Two APIs of one process. A request to `/slow` is answered once `finish` is called. */
async function twoApis(limits: object) {
  const pipeline = requestPipeline(service.context, { ...requestLimits(), ...limits }, PARSING_MODULE)
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const app = fastify().setErrorHandler(handleError)
  for (const prefix of ['/one', '/other']) {
    await app.register(
      async (api) => {
        pipeline.shedLoad(api)
        await api.register(async (routes) => {
          pipeline.serveJson(routes, async ({ headers }) => ({
            caller: {
              type: 'member',
              id: 'id',
              name: 'Ada',
              role: 'staff',
              proof: { provedAt: null, passkeyAt: null },
            },
            workspace: {
              id: String(headers['x-workspace']),
              at: new Date(),
              currency: 'GBP',
              plan: 'active',
              state: '1',
            },
          }))
          routes.get('/slow', async () => finished.then(() => ({})))
          routes.get('/fast', async () => ({}))
        })
      },
      { prefix },
    )
  }
  const get = async (workspace: string, url: string) =>
    (await app.inject({ url, headers: { 'x-workspace': workspace } })).statusCode
  return { get, finish, close: () => app.close() }
}

test('what a workspace has in progress by one API counts in the other', async () => {
  const { get, finish, close } = await twoApis({ inProgressPerWorkspace: 1 })
  const slow = get('A', '/one/slow')
  expect(await get('A', '/other/fast')).toBe(503)
  expect(await get('B', '/other/fast')).toBe(200)
  finish()
  expect(await slow).toBe(200)
  expect(await get('A', '/other/fast')).toBe(200)
  await close()
})

test('what all workspaces have in progress by one API counts in the other', async () => {
  const { get, finish, close } = await twoApis({ inProgress: 1 })
  const slow = get('A', '/one/slow')
  expect(await get('B', '/other/fast')).toBe(503)
  finish()
  expect(await slow).toBe(200)
  expect(await get('B', '/other/fast')).toBe(200)
  await close()
})

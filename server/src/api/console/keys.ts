import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operationsBeyondOwn } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { text } from '../../lib/text-input.ts'
import { listFailedCalls } from '../../workspaces/failed-calls.ts'
import { createKey, listKeys, revokeKey } from '../../workspaces/keys.ts'

const operation = operationsBeyondOwn('API keys')
const config = { fresh: true } as const
const SCOPES = ['read', 'write'] as const

const ApiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scope: z.enum(SCOPES),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().meta({ description: 'Accurate to a minute.' }),
    revokedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' })

const FailedCall = z
  .object({
    at: z.iso.datetime().meta({ description: 'Of the last of them.' }),
    method: z.string(),
    path: z.string().meta({ description: 'Without the query, up to 200 characters.' }),
    status: z.int(),
    code: z.string().nullable(),
    reason: z.string().nullable(),
    count: z.int().meta({ description: 'How many alike came one after the other.' }),
  })
  .meta({ id: 'FailedCall' })

const NewKey = z
  .object({ id: z.uuid(), key: z.string().meta({ description: 'The key. Nobody can read it again.' }) })
  .meta({ id: 'NewKey' })

export const keyRoutes: RoutePlugin = async (app) => {
  app.get(
    '/keys',
    operation('listKeys', 'The API keys, oldest first', {
      right: 'keys',
      // When a key was last used is no change of the workspace.
      config: { uncached: true },
      answer: envelope(z.array(ApiKey)),
    }),
    async ({ workspace }) => ({ data: await listKeys(workspace, workspace.workspaceId) }),
  )

  app.post(
    '/keys',
    operation('createKey', 'Create an API key', {
      right: 'keys',
      config,
      body: z.object({ name: text(200), scope: z.enum(SCOPES, `Must be one of: ${SCOPES.join(', ')}.`) }),
      answer: envelope(NewKey),
    }),
    async ({ workspace, body }) => ({ data: await createKey(workspace, body) }),
  )

  app.get(
    '/keys/:id/failed-calls',
    operation('listFailedCalls', 'The last hundred failed calls of a key, newest first', {
      right: 'keys',
      config: { uncached: true },
      params: z.object({ id: z.uuid('Must be an id: a UUID.') }),
      answer: envelope(z.array(FailedCall)),
    }),
    async ({ workspace, server, params: { id } }) => {
      // Those of other processes come within seconds.
      await server.failedCalls.write()
      return { data: await listFailedCalls(workspace, id) }
    },
  )

  app.delete(
    '/keys/:id',
    operation('revokeKey', 'Revoke an API key', {
      right: 'keys',
      config,
      params: z.object({ id: z.uuid('Must be an id: a UUID.') }),
      answer: envelope(z.object({ id: z.uuid() })),
    }),
    async ({ workspace, params: { id } }) => ({ data: await revokeKey(workspace, id, workspace.workspaceId) }),
  )
}

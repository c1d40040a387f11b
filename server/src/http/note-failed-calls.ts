import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { FailedCalls } from '../workspaces/failed-calls.ts'

declare module 'fastify' {
  interface FastifyInstance {
    failedCalls: FailedCalls
  }
}

/** Notes the calls of keys that are refused or fail, for the owners to look at. */
export function noteFailedCalls(app: FastifyInstance, { clock }: Context): void {
  const { failedCalls } = app
  app.addHook('onClose', () => failedCalls.write())
  app.addHook('onResponse', async ({ countedKey, method, url, refusal }, { statusCode: status }) => {
    if (status < 400 || !countedKey) return
    const { code = null, reason = null } = refusal ?? {}
    failedCalls.note(countedKey, { at: clock().toISOString(), method, path: url.split('?')[0]!, status, code, reason })
  })
}

import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { z } from 'zod'
import type { Database } from '../database/tables.ts'
import { readinessOf } from '../database/unavailability.ts'
import { describeError } from '../lib/describe-error.ts'
import { Unavailable } from '../errors.ts'
import { envelope } from './envelope.ts'

/** Seconds. */
const RETRY_AFTER = 5

const schema = { hide: true, response: { 200: envelope(z.object({ status: z.string() })) } }

/** Liveness and readiness checks, for orchestrators and load balancers. */
export const healthChecks: FastifyPluginAsyncZod<{ db: Database }> = async (app, { db }) => {
  const findProblem = readinessOf(db)
  let stopping = false
  app.addHook('preClose', async () => void (stopping = true))

  app.get('/healthz', { schema }, () => ({ data: { status: 'alive' } }))

  app.get('/readyz', { schema }, async ({ log }) => {
    const problem = stopping
      ? 'The service is stopping.'
      : await findProblem().catch((error: unknown) => {
          log.warn({ error: describeError(error) }, 'not ready')
          return 'The database does not answer.'
        })
    if (problem !== null) throw new Unavailable(problem, RETRY_AFTER)
    return { data: { status: 'ready' } }
  })
}

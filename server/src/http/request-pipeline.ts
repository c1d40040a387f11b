import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { queuePeople } from './limits/account-queue.ts'
import type { AddHooks } from './add-hooks.ts'
import { authenticate } from './admission/authenticate.ts'
import type { Admit } from './admission/authenticate.ts'
import { enforceQuotas } from './limits/enforce-quotas.ts'
import { readJsonBodies } from './bodies/json-body.ts'
import { receiveFiles } from './bodies/receive-files.ts'
import type { RequestLimits } from './limits/request-limits.ts'
import { requestQueues } from './limits/request-queues.ts'
import { timeOutRequests } from './limits/request-timeout.ts'
import { cacheResponses } from './response-cache.ts'
import { shedLoad } from './limits/shed-load.ts'

export type RequestPipeline = ReturnType<typeof requestPipeline>

/**
 * What each request passes before its handler. There is one pipeline for all APIs of a process: a workspace has one
 * share of each limit, by whatever API its requests come. Call its functions before the routes of the scope are
 * registered.
 */
export function requestPipeline(context: Context, limits: RequestLimits, parsingModule: URL) {
  const load = shedLoad(limits)
  const quotas = enforceQuotas(limits)
  const queues = requestQueues(limits, load.readsInProgress)
  const json = [
    quotas,
    cacheResponses(),
    queues.addHooks,
    (app: FastifyInstance) => timeOutRequests(app),
    readJsonBodies(limits, parsingModule),
  ]
  const files = [quotas, receiveFiles(), (app: FastifyInstance) => timeOutRequests(app, { takesFiles: true })]
  const pass = (steps: AddHooks[]) => (app: FastifyInstance, admit: Admit) => {
    authenticate(app, context, admit)
    for (const addHooks of steps) addHooks(app)
  }
  return {
    /** For a whole API, before anything else. */
    shedLoad: load.addHooks,
    /** For routes of a workspace that take and give JSON. */
    serveJson: pass(json),
    /** For routes of a workspace that take a file. */
    takeFiles: pass(files),
    /** For routes about people, who belong to no workspace. */
    queuePeople: queuePeople(),
    /** For the parts of jobs. */
    runQueued: queues.runQueued,
  }
}

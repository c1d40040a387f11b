import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { network } from '../people/attempts.ts'
import { authenticate } from './auth/authenticate.ts'
import type { Admit } from './auth/authenticate.ts'
import { compressAnswers } from './compress-answers.ts'
import { tagResponses } from './entity-tags.ts'
import { readJsonBodies } from './json-body.ts'
import type { RequestLimiter } from './limit-requests.ts'
import { receiveFiles } from './receive-files.ts'

export type RequestPipeline = ReturnType<typeof requestPipeline>

/**
 * What each request passes before its handler. There is one pipeline for all APIs of a process. Call its functions
 * before the routes of the scope are registered.
 */
export function requestPipeline(context: Context, limiter: RequestLimiter) {
  return {
    /** For routes of a workspace that take and give JSON. */
    serveJson: (app: FastifyInstance, admit: Admit) => {
      authenticate(app, context, admit)
      tagResponses(app)
      compressAnswers(app)
      limiter.ofWorkspaces(app)
      readJsonBodies(app)
    },
    /** For routes of a workspace that take a file. */
    takeFiles: (app: FastifyInstance, admit: Admit) => {
      authenticate(app, context, admit)
      limiter.uploads(app)
      receiveFiles(app)
    },
    /** For routes about people, who belong to no workspace. Call it after `admitPerson`. */
    limitPeople: limiter.limit(({ session, ip }) =>
      session ? `person ${session.person_id}` : `network ${network(ip)}`,
    ),
  }
}

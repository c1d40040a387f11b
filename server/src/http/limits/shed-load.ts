import type { FastifyRequest } from 'fastify'
import { BUSY } from '../../errors.ts'
import type { AddHooks } from '../add-hooks.ts'
import type { RequestLimits } from './request-limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    isInProgress: boolean
  }
}

/**
 * Load shedding: refuses requests while too many others are in progress. It comes before `authenticate`: a refused
 * request then costs no query, and its body is never read. Bulk calls have their own limits (`request-queues.ts`), so
 * they count only until they are admitted. `readsInProgress` counts reads.
 */
export function shedLoad(limits: RequestLimits): { addHooks: AddHooks; readsInProgress: () => number } {
  let [inProgress, reads] = [0, 0]
  const enter = (request: FastifyRequest) => {
    request.isInProgress = true
    inProgress++
    if (request.method === 'GET') reads++
  }
  const leave = (request: FastifyRequest) => {
    if (!request.isInProgress) return
    request.isInProgress = false
    inProgress--
    if (request.method === 'GET') reads--
  }

  const addHooks: AddHooks = (app) => {
    app.decorateRequest('isInProgress', false)
    app.addHook('onRequest', (request, _reply, done) => {
      if (inProgress >= limits.inProgress) return done(BUSY)
      enter(request)
      done()
    })
    // A request whose body still arrives takes no processor time, so it does not count.
    app.addHook('onRoute', (route) => {
      if (!route.schema?.body) return
      route.preParsing = (request, _reply, _payload, done) => {
        leave(request)
        done()
      }
      if (route.config?.cost === 'bulk') return
      route.preValidation = (request, _reply, done) => {
        enter(request)
        done()
      }
    })
    app.addHook('onSend', (request, _reply, payload, done) => {
      leave(request)
      done(null, payload)
    })
  }
  return { addHooks, readsInProgress: () => reads }
}

import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyInstance } from 'fastify'
import { admitPerson } from '../../http/auth/admit-person.ts'
import { ownSession } from '../../people/session-lookup.ts'
import type { OwnSession } from '../../people/sessions.ts'
import { readJsonBodies } from '../../http/json-body.ts'
import type { PagesOptions } from '../pages-options.ts'
import { invitationRoutes } from './invitation.ts'
import { meRoutes } from './me.ts'
import { newEmailRoutes } from './new-email.ts'
import { passkeyRoutes } from './passkeys.ts'
import { portalEntryRoutes } from './portal-entry.ts'
import { proofRoutes } from './proof.ts'
import { setUpRoutes } from './set-up.ts'
import { signInRoutes } from './sign-in.ts'

/** Somebody who is not signed in may send no more. */
const MAX_BODY_BYTES = 16_384

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that asks, and whose it is. Not for routes for anybody, which may have none. */
    holder: OwnSession
  }
}

/** What people do to their own account: `/app-api/account/…`. A route is for a session, unless it is for anybody. */
export const accountApi: FastifyPluginAsyncZod<PagesOptions> = async (app, { context, sessions, rates, pipeline }) => {
  await app.register(async (routes) => {
    admitPerson(routes, context, sessions, rates)
    identifyHolder(routes)
    pipeline.limitPeople(routes)
    readJsonBodies(routes, MAX_BODY_BYTES)
    await routes.register(meRoutes)
    await routes.register(newEmailRoutes)
    await routes.register(signInRoutes)
    await routes.register(passkeyRoutes)
    await routes.register(proofRoutes)
    await routes.register(invitationRoutes)
    await routes.register(setUpRoutes)
    await routes.register(portalEntryRoutes)
  })
}

/** Call it after `admitPerson`. */
function identifyHolder(app: FastifyInstance): void {
  app.decorateRequest('holder')
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.session) request.holder = ownSession(request.session)
    done()
  })
}

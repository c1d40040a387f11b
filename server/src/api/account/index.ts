import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import type { FastifyInstance } from 'fastify'
import { admitPerson, setCookies } from '../../http/auth/admit-by-session.ts'
import { ownSession } from '../../people/session-lookup.ts'
import type { OwnSession } from '../../people/sessions.ts'
import { readJsonBodies } from '../../http/create-server.ts'
import type { PagesOptions } from '../pages-options.ts'
import { Me, meRoutes } from './me.ts'
import { companyRoutes } from './company.ts'
import { GivenPasskey, PasskeyOptions, passkeyRoutes } from './passkeys.ts'
import { setUpRoutes, signInRoutes } from './sign-in.ts'
import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { Logo, PortalSettings } from '../portal/portal.ts'
import { readInvitedLook, readOnlyLook, readPortalEntry } from '../../portal/read-portal.ts'
import { after, done, Done } from '../common-schemas.ts'
import { askForProof, proveByPasskey, proveByPassword } from '../../people/sign-in.ts'
import { password, token } from './input.ts'
import { callOffNewEmail, callOffWaiting, useNewEmail } from '../../people/update-person.ts'
import { readMe } from '../../people/read-me.ts'
import { ROLES } from '../../shared/rights.ts'
import { acceptInvitation, readInvitation } from '../../people/accept-invitation.ts'
import { nameInput, newPassword } from '../../people/persons.ts'

const portalEntryRoutes: RoutePlugin = async (app) => {
  app.get(
    '/portals/:address',
    operation('readPortalEntry', 'Whose trade portal it is, before one signs in', {
      config: { anybody: true },
      params: z.object({ address: z.string() }),
      answer: envelope(
        z.object({
          name: z.string(),
          colour: PortalSettings.shape.colour,
          logo: Logo,
          closedTo: z.string().nullable().meta({
            description: 'The e-mail of who is signed in, where their access to this portal has ended.',
          }),
          inactiveCustomer: z.string().nullable().meta({
            description: 'The name of their customer, where it has ended because that is inactive.',
          }),
        }),
      ),
    }),
    async ({ people, params, session }) => ({
      data: await readPortalEntry(people, params.address, session?.person_id),
    }),
  )

  app.get(
    '/look',
    operation('readOnlyLook', 'The look of the only wholesaler, before one signs in', {
      config: { anybody: true },
      answer: envelope(
        z
          .object({ name: z.string(), colour: PortalSettings.shape.colour, logo: Logo })
          .nullable()
          .meta({ description: 'Null where there are several wholesalers, or none.' }),
      ),
    }),
    async ({ people }) => ({ data: await readOnlyLook(people) }),
  )
}

/** How somebody who is signed in shows that it is still them, before acts that are hard to take back. */
const proofRoutes: RoutePlugin = async (app) => {
  app.post(
    '/proof/password',
    operation('proveByPassword', 'Prove by the password who holds the session', {
      body: z.object({ password }),
      answer: Done,
    }),
    async ({ people, holder, visitor: { ipAddress }, body }) =>
      done(proveByPassword(people, holder, body.password, ipAddress)),
  )

  app.post(
    '/proof/passkey/begin',
    operation('beginProof', 'Ask for a passkey of the person', {
      answer: envelope(PasskeyOptions),
    }),
    async ({ people, holder }) => ({ data: { ...(await askForProof(people, holder.personId)) } }),
  )

  app.post(
    '/proof/passkey',
    operation('proveByPasskey', 'Prove by a passkey who holds the session', {
      body: z.object({ passkey: GivenPasskey }),
      answer: Done,
    }),
    async ({ people, holder, body }) => done(proveByPasskey(people, holder, body.passkey)),
  )
}

const newEmailRoutes: RoutePlugin = async (app) => {
  app.post(
    '/new-email/use',
    operation('useNewEmail', 'Confirm a new e-mail by its link: /new-email?token=…', {
      description: 'With a session of the person who asked for it. All earlier sessions end, and another one begins.',
      body: z.object({ token }),
      answer: envelope(Me),
    }),
    async (request, reply) => {
      const { people, visitor, holder, body } = request
      const signedIn = await useNewEmail(people, body.token, holder, visitor)
      setCookies(request, reply, signedIn)
      return { data: await readMe(people, signedIn.personId) }
    },
  )

  app.delete(
    '/new-email',
    operation('callOffWaiting', 'Call off a new e-mail that waits', { answer: envelope(Me) }),
    async ({ people, holder, session }) =>
      after(callOffWaiting(people, holder.personId), () => readMe(people, holder.personId, session)),
  )

  app.post(
    '/new-email/call-off',
    operation('callOffNewEmail', 'Call a new e-mail off by the link to the address of before: /call-off?token=…', {
      config: { anybody: true },
      description: 'Brings that address back, signs everybody out, and ends the password.',
      body: z.object({ token }),
      answer: envelope(z.object({ email: z.string() })),
    }),
    async ({ people, body }) => ({ data: await callOffNewEmail(people, body.token) }),
  )
}

const params = z.object({ token: z.string() })

const Invitation = z
  .object({
    workspace: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    role: z.enum(ROLES).nullable().meta({ description: 'Null for a buyer.' }),
    customer: z.string().nullable().meta({ description: 'For whom a buyer orders.' }),
    invitedBy: z.string(),
    look: z
      .object({ colour: PortalSettings.shape.colour, logo: Logo })
      .nullable()
      .meta({ description: "The wholesaler's, for a buyer." }),
    hasAccount: z.boolean().meta({ description: 'Whether to sign in to join, instead of making an account.' }),
  })
  .meta({ id: 'Invitation', description: 'An open invitation.' })

const invitationRoutes: RoutePlugin = async (app) => {
  app.get(
    '/invitation/:token',
    operation('readInvitation', 'What an invitation is for', {
      config: { anybody: true },
      params,
      answer: envelope(Invitation),
    }),
    async ({ people, params: { token } }) => {
      const invitation = await readInvitation(people, token)
      return { data: { ...invitation, look: invitation.role === null ? await readInvitedLook(people, token) : null } }
    },
  )

  app.post(
    '/invitation/:token',
    operation('acceptInvitation', 'Join', {
      config: { anybody: true },
      description:
        'With name and password, where nobody has an account with the e-mail; else with the session of that one.',
      params,
      body: z.object({ name: nameInput.optional(), password: newPassword.optional() }),
      answer: envelope(
        z.object({
          path: z.string().meta({ description: 'Where to go: `/w/{slug}` for staff, `/t/{slug}` for buyers.' }),
        }),
      ),
    }),
    async (request, reply) => {
      const { people, visitor, body } = request
      const session = request.session && ownSession(request.session)
      const { signedIn, path } = await acceptInvitation(people, request.params.token, body, { ...visitor, session })
      if (signedIn) setCookies(request, reply, signedIn)
      return { data: { path } }
    },
  )
}

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
    await routes.register(companyRoutes)
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

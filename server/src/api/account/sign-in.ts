import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { Done, done } from '../common-schemas.ts'
import { removeSessionCookie, setCookies } from '../../http/auth/admit-by-session.ts'
import { requestLink, resetPassword, useSignInLink } from '../../people/account-links.ts'
import { readMe } from '../../people/read-me.ts'
import { endSession, endSessions } from '../../people/sessions.ts'
import { signIn } from '../../people/sign-in.ts'
import type { SignedIn } from '../../people/sign-in.ts'
import { emailInput, newPassword, nameInput } from '../../people/persons.ts'
import { password, token } from './input.ts'
import { Me } from './me.ts'
import { needsSetUp, setUp } from '../../people/set-up.ts'
import { text } from '../../lib/text-input.ts'

const anybody = { anybody: true }

const MAILED_LINKS = [
  ['/link', 'requestSignInLink', 'Mail a link to sign in', 'sign_in'],
  ['/forgot', 'requestReset', 'Mail a link to set a new password', 'reset'],
] as const

export const signInRoutes: RoutePlugin = async (app) => {
  app.post(
    '/sign-in',
    operation('signIn', 'Sign in by e-mail and password', {
      config: anybody,
      body: z.object({ email: emailInput, password }),
      answer: envelope(Me),
    }),
    async (request, reply) => enter(request, reply, await signIn(request.people, request.body, request.visitor)),
  )

  app.post(
    '/sign-out',
    operation('signOut', 'End this session', { config: anybody, answer: Done }),
    async (request, reply) => {
      if (request.visitor.token !== undefined) await endSession(request.people, request.visitor.token)
      removeSessionCookie(request, reply)
      return { data: { ok: true as const } }
    },
  )

  app.post(
    '/sign-out-everywhere',
    operation('signOutEverywhere', 'End all sessions of the person', { answer: Done }),
    async (request, reply) => {
      await endSessions(request.people, request.holder.personId)
      removeSessionCookie(request, reply)
      return { data: { ok: true as const } }
    },
  )

  for (const [path, operationId, summary, purpose] of MAILED_LINKS) {
    app.post(
      path,
      operation(operationId, summary, {
        config: anybody,
        description: 'The answer is the same whether somebody has that e-mail or not.',
        body: z.object({ email: emailInput }),
        answer: Done,
      }),
      async ({ people, body, visitor }) => done(requestLink(people, body.email, purpose, visitor)),
    )
  }

  app.post(
    '/link/use',
    operation('useSignInLink', 'Sign in by a link: /sign-in?token=…', {
      config: anybody,
      body: z.object({ token }),
      answer: envelope(Me),
    }),
    async (request, reply) =>
      enter(request, reply, await useSignInLink(request.people, request.body.token, request.visitor)),
  )

  app.post(
    '/reset',
    operation('resetPassword', 'Set a new password by a link, and sign in: /reset-password?token=…', {
      config: anybody,
      body: z.object({ token, password: newPassword }),
      answer: envelope(Me),
    }),
    async (request, reply) => enter(request, reply, await resetPassword(request.people, request.body, request.visitor)),
  )
}

/** Answers who has just signed in, with the cookie. */
export async function enter(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn) {
  setCookies(request, reply, signedIn)
  return { data: await readMe(request.people, signedIn.personId) }
}

const Input = z.object({
  code: text(50).meta({ description: 'The code that the start of the service printed.' }),
  name: nameInput,
  email: emailInput,
  password: newPassword,
  workspace: z.object({
    name: text(200),
    currency: text(3)
      .transform((code) => code.toUpperCase())
      .meta({ description: 'ISO 4217.' }),
    timezone: text(100).meta({ description: 'IANA time zone.' }),
    taxLabel: text(200).meta({ description: 'Text that says that prices are before tax.' }),
  }),
})

export const setUpRoutes: RoutePlugin = async (app) => {
  app.get(
    '/set-up',
    operation('readSetUp', 'Whether nobody can sign in yet', {
      config: { anybody: true },
      answer: envelope(z.object({ isNeeded: z.boolean() })),
    }),
    async ({ people }) => ({ data: { isNeeded: await needsSetUp(people) } }),
  )

  app.post(
    '/set-up',
    operation('setUp', 'Make the first person and their workspace', {
      config: { anybody: true },
      body: Input,
      answer: envelope(z.object({ slug: z.string() })),
    }),
    async (request, reply) => {
      const { slug, ...signedIn } = await setUp(request.people, request.body, request.visitor)
      setCookies(request, reply, signedIn)
      return { data: { slug } }
    },
  )
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { DONE, Done } from '../done.ts'
import { removeSessionCookie, setCookies } from '../../http/auth/session-cookie.ts'
import { requestReset, requestSignInLink, resetPassword, useSignInLink } from '../../people/account-links.ts'
import { readMe } from '../../people/read-me.ts'
import { endSession, endSessions } from '../../people/sessions.ts'
import { signIn } from '../../people/sign-in.ts'
import type { SignedIn } from '../../people/sign-in.ts'
import { emailInput, newPassword } from '../../people/person-input.ts'
import { password, token } from './input.ts'
import { Me } from './me.ts'

const anybody = { anybody: true }

const MAILED_LINKS = [
  ['/link', 'requestSignInLink', 'Mail a link to sign in', requestSignInLink],
  ['/forgot', 'requestReset', 'Mail a link to set a new password', requestReset],
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
      return DONE
    },
  )

  app.post(
    '/sign-out-everywhere',
    operation('signOutEverywhere', 'End all sessions of the person', { answer: Done }),
    async (request, reply) => {
      await endSessions(request.people, request.holder.personId)
      removeSessionCookie(request, reply)
      return DONE
    },
  )

  for (const [path, operationId, summary, mailLink] of MAILED_LINKS) {
    app.post(
      path,
      operation(operationId, summary, {
        config: anybody,
        description: 'The answer is the same whether somebody has that e-mail or not.',
        body: z.object({ email: emailInput }),
        answer: Done,
      }),
      async ({ people, body, visitor }) => {
        await mailLink(people, body.email, visitor)
        return DONE
      },
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

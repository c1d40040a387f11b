import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { setCookies } from '../../http/auth/session-cookie.ts'
import { callOffNewEmail, callOffWaiting, useNewEmail } from '../../people/new-email.ts'
import { readMe } from '../../people/read-me.ts'
import { token } from './input.ts'
import { Me } from './me.ts'

export const newEmailRoutes: RoutePlugin = async (app) => {
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
    async ({ people, holder }) => {
      await callOffWaiting(people, holder.personId)
      return { data: await readMe(people, holder.personId) }
    },
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

import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { setCookies } from '../../http/admission/session-cookie.ts'
import { callOffNewEmail, callOffWaiting, useNewEmail } from '../../people/new-email.ts'
import { readMe } from '../../people/read-me.ts'
import { ownSession } from '../../people/session-lookup.ts'
import { token } from './input.ts'
import { Me } from './me.ts'

export const newEmailRoutes: RoutePlugin = async (app) => {
  app.post(
    '/new-email/use',
    {
      schema: {
        operationId: 'useNewEmail',
        summary: 'Confirm a new e-mail by its link: /new-email?token=…',
        description: 'With a session of the person who asked for it. All earlier sessions end, and another one begins.',
        body: z.object({ token }),
        response: { 200: envelope(Me) },
      },
    },
    async (request, reply) => {
      const { people, visitor, session, body } = request
      const signedIn = await useNewEmail(people, body.token, ownSession(session!), visitor)
      setCookies(request, reply, signedIn)
      return { data: await readMe(people, signedIn.personId) }
    },
  )

  app.delete(
    '/new-email',
    {
      schema: {
        operationId: 'callOffWaiting',
        summary: 'Call off a new e-mail that waits',
        response: { 200: envelope(Me) },
      },
    },
    async ({ people, session }) => {
      await callOffWaiting(people, session!.person_id)
      return { data: await readMe(people, session!.person_id) }
    },
  )

  app.post(
    '/new-email/call-off',
    {
      config: { anybody: true },
      schema: {
        operationId: 'callOffNewEmail',
        summary: 'Call a new e-mail off by the link to the address of before: /call-off?token=…',
        description: 'Brings that address back, signs everybody out, and ends the password.',
        body: z.object({ token }),
        response: { 200: envelope(z.object({ email: z.string() })) },
      },
    },
    async ({ people, body }) => ({ data: await callOffNewEmail(people, body.token) }),
  )
}

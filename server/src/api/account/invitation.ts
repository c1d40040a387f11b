import { z } from 'zod'
import { ROLES } from '../../database/column-values.ts'
import { envelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { setCookies } from '../../http/auth/session-cookie.ts'
import { acceptInvitation, readInvitation } from '../../people/accept-invitation.ts'
import { nameInput, newPassword } from '../../people/person-input.ts'
import { ownSession } from '../../people/session-lookup.ts'

const params = z.object({ token: z.string() })

const Invitation = z
  .object({
    workspace: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    role: z.enum(ROLES).nullable().meta({ description: 'Null for a buyer.' }),
    customer: z.string().nullable().meta({ description: 'For whom a buyer orders.' }),
    invitedBy: z.string(),
    hasAccount: z.boolean().meta({ description: 'Whether to sign in to join, instead of making an account.' }),
  })
  .meta({ id: 'Invitation', description: 'An open invitation.' })

export const invitationRoutes: RoutePlugin = async (app) => {
  app.get(
    '/invitation/:token',
    operation('readInvitation', 'What an invitation is for', {
      config: { anybody: true },
      params,
      answer: envelope(Invitation),
    }),
    async ({ people, params: { token } }) => ({ data: await readInvitation(people, token) }),
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

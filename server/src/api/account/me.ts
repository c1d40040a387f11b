import { z } from 'zod'
import { ROLES } from '../../shared/rights.ts'
import { envelope } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { readMe } from '../../people/read-me.ts'
import { endOneSession, listSessions } from '../../people/sessions.ts'
import { updatePerson } from '../../people/update-person.ts'
import { emailInput, nameInput, newPassword } from '../../people/persons.ts'
import { password } from './input.ts'

export const Me = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    waitingEmail: z
      .string()
      .nullable()
      .meta({ description: 'A new e-mail, which waits until the link that was sent to it is used.' }),
    hasPassword: z.boolean().meta({ description: 'False for somebody without one.' }),
    hasPasskey: z.boolean(),
    isByCompany: z.boolean().meta({ description: 'Whether a company’s account began the session.' }),
    workspaces: z.array(z.object({ slug: z.string(), name: z.string(), role: z.enum(ROLES), isSample: z.boolean() })),
    passkeyNeededIn: z.array(z.string()).meta({
      description: 'Names of the workspaces in which the person works only when signed in with a passkey.',
    }),
    portals: z
      .array(z.object({ slug: z.string(), name: z.string(), customer: z.string() }))
      .meta({ description: 'Where the person is a buyer.' }),
  })
  .meta({ id: 'Me', description: 'Who is signed in, and where they belong.' })

const Changes = z.object({
  name: nameInput.optional(),
  email: emailInput.optional(),
  password: newPassword.optional(),
  currentPassword: password.optional().meta({ description: 'Needed for another e-mail or password.' }),
})

const Session = z
  .object({
    id: z.uuid(),
    isCurrent: z.boolean(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().meta({ description: 'Accurate to an hour.' }),
    device: z.string().meta({ description: 'Browser and system, in words.' }),
    network: z.string().nullable().meta({ description: 'From where it was last used, such as 192.0.2.0/24.' }),
  })
  .meta({ id: 'Session' })

export const meRoutes: RoutePlugin = async (app) => {
  app.get(
    '/me',
    operation('readMe', 'Who is signed in', { config: { anySession: true }, answer: envelope(Me) }),
    async ({ people, holder, session }) => ({ data: await readMe(people, holder.personId, session) }),
  )

  app.patch(
    '/me',
    operation('updateMe', 'Change name or password, or ask for another e-mail', {
      description: 'Another e-mail waits until the link that is sent to it is used.',
      body: Changes,
      answer: envelope(Me),
    }),
    async ({ people, holder, session, visitor, body }) => {
      await updatePerson(people, { ...holder, proof: session!.proof }, body, visitor)
      return { data: await readMe(people, holder.personId, session) }
    },
  )

  app.get(
    '/sessions',
    operation('listSessions', 'Where the person is signed in', { answer: envelope(z.array(Session)) }),
    async ({ people, holder }) => ({ data: await listSessions(people, holder.personId, holder.sessionId) }),
  )

  app.delete(
    '/sessions/:id',
    operation('endSession', 'End one session', {
      params: z.object({ id: z.uuid('Must be an id: a UUID.') }),
      answer: envelope(z.object({ id: z.uuid() })),
    }),
    async ({ people, holder, params }) => {
      await endOneSession(people, holder.personId, params.id)
      return { data: { id: params.id } }
    },
  )
}

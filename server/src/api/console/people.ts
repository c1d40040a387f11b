import { z } from 'zod'
import { ROLES } from '../../shared/rights.ts'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { inviteMember, renewInvitation, revokeInvitation } from '../../people/invitations.ts'
import { listFormerMembers, listMembers, removeMember, setRole } from '../../people/members.ts'
import { erasePerson } from '../../people/erase-person.ts'
import { personArchive } from '../../files/export/person-data.ts'
import { sendFile } from '../../http/send-file.ts'
import { requireOwnPasskeyFirst } from '../../people/sign-in.ts'
import { emailInput } from '../../people/persons.ts'
import { Invited, invitationsTakenBack } from '../common-schemas.ts'
import { proofOf } from '../../workspaces/caller.ts'
import { needsPasskeys, setNeedPasskeys } from '../../workspaces/need-passkeys.ts'

const operation = operationsOf('People')
const config = { fresh: true } as const
const params = z.object({ id: z.uuid('Must be an id: a UUID.') })
const role = z.enum(ROLES, `Must be one of: ${ROLES.join(', ')}.`)
const Done = envelope(z.object({ id: z.uuid() }))
const LostRight = envelope(z.object({ id: z.uuid(), invitationsTakenBack }))

const onlyOwnCustomers = z
  .boolean()
  .meta({ description: 'Whether the member sees and changes only the customers whose contact they are.' })

const NewRole = z.object({
  role,
  onlyOwnCustomers: z.boolean('Must be true or false.').optional().describe('Not for owners and managers.'),
})

const Staff = z
  .object({
    members: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        email: z.string(),
        role: z.enum(ROLES),
        onlyOwnCustomers,
        hasPasskey: z.boolean(),
        joinedAt: z.iso.datetime(),
      }),
    ),
    invitations: z
      .array(
        z.object({
          id: z.uuid(),
          email: z.string(),
          role: z.enum(ROLES),
          onlyOwnCustomers,
          invitedAt: z.iso.datetime(),
          expiresAt: z.iso.datetime(),
        }),
      )
      .meta({ description: 'Open ones, the latest first.' }),
    former: z
      .array(z.object({ id: z.uuid(), name: z.string(), leftAt: z.iso.datetime() }))
      .meta({ description: 'Who was removed or has left, the latest first.' }),
    passkeys: z.object({
      areNeeded: z.boolean().meta({ description: 'Whether the staff works here only when signed in with a passkey.' }),
      signedIn: z.boolean().meta({ description: 'Whether a passkey proved the session that asks.' }),
    }),
  })
  .meta({ id: 'Staff', description: 'The staff of the workspace.' })

const InvitedMember = Invited.meta({ id: 'Invited' })

export const peopleRoutes: RoutePlugin = async (app) => {
  app.get(
    '/people',
    operation('listPeople', 'The staff', {
      right: 'people',
      // Who has a passkey is no change of the workspace.
      config: { uncached: true },
      answer: envelope(Staff),
    }),
    async ({ workspace, caller }) => {
      const passkeys = {
        areNeeded: await needsPasskeys(workspace),
        signedIn: proofOf(caller).passkeyAt !== null,
      }
      return { data: { ...(await listMembers(workspace)), former: await listFormerMembers(workspace), passkeys } }
    },
  )

  app.put(
    '/people/passkeys',
    operation('setNeedPasskeys', 'Say whether the staff needs passkeys', {
      right: 'people',
      config,
      body: z.object({ areNeeded: z.boolean('Must be true or false.') }),
      answer: envelope(z.object({ areNeeded: z.boolean() })),
    }),
    async ({ workspace, caller, body: { areNeeded } }) => {
      if (areNeeded) requireOwnPasskeyFirst(proofOf(caller))
      await setNeedPasskeys(workspace, { needed: areNeeded })
      return { data: { areNeeded } }
    },
  )

  app.post(
    '/people/invitations',
    operation('invitePerson', 'Invite somebody to the staff', {
      right: 'people',
      config,
      body: NewRole.extend({ email: emailInput }),
      answer: envelope(InvitedMember),
    }),
    async ({ workspace, body }) => ({ data: await inviteMember(workspace, body) }),
  )

  app.post(
    '/people/invitations/:id/resend',
    operation('resendInvitation', 'Mail an invitation again, with a new link', {
      right: 'people',
      config,
      params,
      answer: envelope(InvitedMember),
    }),
    async ({ workspace, params: { id } }) => ({ data: await renewInvitation(workspace, { id, delivery: 'mail' }) }),
  )

  app.post(
    '/people/invitations/:id/link',
    operation('showInvitationLink', 'Show a new link of an invitation, to pass on; the one before no longer works', {
      right: 'people',
      config,
      params,
      answer: envelope(InvitedMember),
    }),
    async ({ workspace, params: { id } }) => ({ data: await renewInvitation(workspace, { id, delivery: 'show' }) }),
  )

  app.delete(
    '/people/invitations/:id',
    operation('revokeInvitation', 'Take an invitation back', { right: 'people', config, params, answer: Done }),
    async ({ workspace, params: { id } }) => {
      await revokeInvitation(workspace, { id })
      return { data: { id } }
    },
  )

  app.put(
    '/people/:id/role',
    operation('setRole', 'Change the role of a member', {
      right: 'people',
      config,
      params,
      body: NewRole,
      answer: LostRight,
    }),
    async ({ workspace, params: { id }, body }) => ({
      data: { id, ...(await setRole(workspace, { ...body, personId: id })) },
    }),
  )

  app.delete(
    '/people/:id',
    operation('removePerson', 'Remove a member', { right: 'people', config, params, answer: LostRight }),
    async ({ workspace, params: { id } }) => ({ data: { id, ...(await removeMember(workspace, { personId: id })) } }),
  )

  app.get(
    '/people/:id/data',
    operation('readPersonData', 'All that is held of a former colleague, as a file', {
      right: 'people',
      config: { uncached: true, kind: 'download' },
      params,
      answer: z.any().meta({ description: 'A ZIP archive: JSON, and a PDF of each order and quote.' }),
    }),
    async ({ workspace, params: { id } }, reply) =>
      sendFile(reply, { name: 'personal-data', type: 'zip' }, () => personArchive(workspace, { personId: id })),
  )

  app.post(
    '/people/:id/erase',
    operation('erasePerson', 'Erase what is held of a former colleague; cannot be undone', {
      right: 'people',
      config,
      params,
      answer: Done,
    }),
    async ({ workspace, params: { id } }) => {
      await erasePerson(workspace, { personId: id })
      return { data: { id } }
    },
  )

  app.post(
    '/people/leave',
    operation('leaveWorkspace', 'Leave the staff oneself', { right: 'read', own: 'open', answer: LostRight }),
    async ({ workspace, caller: { id } }) => ({ data: { id, ...(await removeMember(workspace, { personId: id })) } }),
  )
}

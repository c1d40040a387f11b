import { z } from 'zod'
import type { WorkspaceContext } from '../../context.ts'
import { ROLES } from '../../shared/rights.ts'
import { InvalidRequest, NotFound } from '../../errors.ts'
import { listMails, readMail } from '../../jobs/mail/queue-mail.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { addMember, setPassword, listFormerMembers, listMembers, removeMember, setRole } from '../../people/members.ts'
import { erasePerson, knownHere } from '../../people/erase-person.ts'
import type { WhichPerson } from '../../people/erase-person.ts'
import { personData } from '../../files/export/person-data.ts'
import { findBuyer } from '../../customers/buyers.ts'
import { inviteMember } from '../../people/invitations.ts'
import { removeAllPasskeys } from '../../people/passkeys/passkeys.ts'
import { emailInput, newPassword } from '../../people/persons.ts'
import { reference } from '../../lib/text-input.ts'
import { idOf, name, oneOf, operation, workspaceId } from './operation.ts'

const role = oneOf(ROLES).meta({ flags: '<role>' })
const person = reference().meta({ flags: '<person>', description: 'id or e-mail' })
const email = emailInput.meta({ flags: '<email>', description: 'e-mail address' })
const password = newPassword.meta({
  flags: '--password-stdin',
  description: 'read the password from standard input',
})

export const PEOPLE_OPERATIONS = {
  'person add': operation({
    description: 'Add a member of the staff. Without a password, this prints a link to join, and mails it.',
    input: z.object({
      workspaceId,
      email: email.meta({ flags: '--email <email>' }),
      name: name.describe('name of the person'),
      role: role.meta({ flags: '--role <role>' }),
      password: password.optional(),
    }),
    run: async (context, { password, ...person }) => {
      const { email, role } = person
      if (password === undefined) {
        const { id, link } = await inviteMember(context, { ...person, delivery: 'both' })
        return { id, email, role, link }
      }
      return { ...(await addMember(context, { ...person, password })), email, role, link: null }
    },
    print: ({ email, link }) => (link === null ? `Added ${email}.` : [`Invited ${email}. To join:`, link]),
  }),
  'person list': operation({
    description: 'List the staff of a workspace, and its open invitations.',
    input: z.object({ workspaceId }),
    run: listMembers,
    print: ({ members, invitations }) => [
      ['ID', 'NAME', 'E-MAIL', 'ROLE'],
      ...members.map(({ id, name, email, role }) => [id, name, email, role]),
      ...invitations.map(({ id, email, role }) => [id, '(invited)', email, role]),
    ],
  }),
  'person role': operation({
    description: 'Change the role of a member.',
    input: z.object({ workspaceId, person, role }),
    run: async (context, { person, role }) => {
      const personId = await findMember(context, person)
      await setRole(context, { personId, role })
      return { id: personId, role }
    },
    print: ({ role }, { person }) => `${person} now has the role ${role}.`,
  }),
  'person remove': operation({
    description: 'Remove a member, and end all their sessions.',
    input: z.object({ workspaceId, person }),
    run: async (context, { person }) => {
      const personId = await findMember(context, person)
      await removeMember(context, { personId })
      return { id: personId }
    },
    print: (_, { person }) => `Removed ${person}.`,
  }),
  'person data': operation({
    description: 'Print all that a workspace holds of a buyer or a former colleague, as JSON.',
    input: z.object({ workspaceId, person }),
    run: async (context, { person }) => {
      const parts = await Array.fromAsync(personData(context, await findKnown(context, person)))
      return JSON.parse(parts.join('')) as object
    },
    print: (data) => JSON.stringify(data, null, 2),
  }),
  'person erase': operation({
    description: 'Erase what a workspace holds of a buyer or a former colleague. This cannot be undone.',
    input: z.object({
      workspaceId,
      person,
      yes: z.literal(true).optional().meta({ flags: '--yes', description: 'do it' }),
    }),
    run: async (context, { person, yes }) => {
      const which = await findKnown(context, person)
      const { names } = await knownHere(context, which)
      if (!yes) throw new InvalidRequest(`This erases ${names[0]} for good: add --yes to do it.`)
      await erasePerson(context, which)
    },
    print: (_, { person }) => `Erased ${person}. Backups made before still have the data.`,
  }),
  'person password': operation({
    description: 'Set the password of a person, read from standard input, and end all their sessions.',
    input: z.object({
      email,
      password: password.describe('read the password from standard input; the only way'),
    }),
    run: setPassword,
    print: (_, { email }) => `Set the password of ${email}, and ended all sessions.`,
  }),
  'person remove-passkeys': operation({
    description: 'Remove all passkeys of a person who has lost them, and end all their sessions.',
    input: z.object({ email }),
    run: removeAllPasskeys,
    print: ({ removed }, { email }) => `Removed ${removed} passkeys of ${email}, and ended all sessions.`,
  }),
  'mail list': operation({
    description: 'List the mails of the last 30 days, newest first.',
    input: z.object({}),
    run: listMails,
    print: (mails) => [
      ['ID', 'AT', 'STATUS', 'TO', 'SUBJECT'],
      ...mails.map(({ id, at, status, to, subject }) => [id, at, status, to, subject]),
    ],
    json: (mails) => ({ mails }),
  }),
  'mail show': operation({
    description: 'Show one mail. The link in it is no longer whole once it is sent.',
    input: z.object({ id: idOf('mail') }),
    run: (context, { id }) => readMail(context, id),
    print: ({ to, subject, status, text }) => [`To: ${to}`, `Subject: ${subject}`, `Status: ${status}`, '', text],
  }),
}

/** A member by id or e-mail. */
async function findMember(context: WorkspaceContext, person: string): Promise<string> {
  const { members } = await listMembers(context)
  const found = members.find(({ id, email }) => id === person || matchingKey(email) === matchingKey(person))
  if (!found) throw new NotFound(`There is no member "${person}" in this workspace.`)
  return found.id
}

/** A buyer by id or e-mail, or somebody who was a member, by id or name. */
async function findKnown(context: WorkspaceContext, person: string): Promise<WhichPerson> {
  const buyer = await findBuyer(context, person)
  if (buyer) return { buyerId: buyer.id }
  const former = (await listFormerMembers(context)).filter(({ id, name }) => id === person || name === person)
  if (former.length > 1) throw new InvalidRequest(`Several former colleagues have the name "${person}": give the id.`)
  return { personId: former[0]?.id ?? person }
}

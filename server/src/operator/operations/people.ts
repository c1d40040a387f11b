import { z } from 'zod'
import type { WorkspaceContext } from '../../context.ts'
import { ROLES } from '../../database/column-values.ts'
import { NotFound } from '../../errors.ts'
import { listMails, readMail } from '../../mail/list-mails.ts'
import { matchingKey } from '../../matching-key.ts'
import { addMember, setPassword } from '../../people/add-member.ts'
import { inviteMember } from '../../people/invite-member.ts'
import { listMembers, removeMember, setRole } from '../../people/members.ts'
import { removeAllPasskeys } from '../../people/passkeys/passkeys.ts'
import { emailInput, nameInput, newPassword } from '../../people/person-input.ts'
import { reference } from '../../text-input.ts'
import { id, oneOf, operation } from './operation.ts'

const role = oneOf(ROLES)
const member = z.object({ workspaceId: id, person: reference() })

export const PEOPLE_OPERATIONS = {
  'person add': operation(
    z.object({ workspaceId: id, email: emailInput, name: nameInput, role, password: newPassword.optional() }),
    async (context, { workspaceId, password, ...person }) => {
      const workspace = { ...context, workspaceId }
      const { email, role } = person
      if (password === undefined) {
        const { id, link } = await inviteMember(workspace, { ...person, delivery: 'both' })
        return { id, email, role, link }
      }
      return { ...(await addMember(workspace, { ...person, password })), email, role, link: null }
    },
  ),
  'person list': operation(z.object({ workspaceId: id }), (context, { workspaceId }) =>
    listMembers({ ...context, workspaceId }),
  ),
  'person role': operation(member.extend({ role }), async (context, { workspaceId, person, role }) => {
    const workspace = { ...context, workspaceId }
    const personId = await findMember(workspace, person)
    await setRole(workspace, { personId, role })
    return { id: personId, role }
  }),
  'person remove': operation(member, async (context, { workspaceId, person }) => {
    const workspace = { ...context, workspaceId }
    const personId = await findMember(workspace, person)
    await removeMember(workspace, { personId })
    return { id: personId }
  }),
  'person password': operation(z.object({ email: emailInput, password: newPassword }), setPassword),
  'person remove-passkeys': operation(z.object({ email: emailInput }), removeAllPasskeys),
  'mail list': operation(z.object({}), listMails),
  'mail show': operation(z.object({ id: z.string() }), (context, input) => readMail(context, input.id)),
}

/** A member by id or e-mail. */
async function findMember(context: WorkspaceContext, person: string): Promise<string> {
  const { members } = await listMembers(context)
  const found = members.find(({ id, email }) => id === person || matchingKey(email) === matchingKey(person))
  if (!found) throw new NotFound(`There is no member "${person}" in this workspace.`)
  return found.id
}

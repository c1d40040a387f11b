import type { Context } from '../context.ts'
import { SAMPLE_WORKSPACE_ID } from '../workspaces/workspaces.ts'
import { waitingEmail } from './account-links.ts'
import { readPerson } from './persons.ts'
import { membershipsOf, portalsOf } from './members.ts'
import type { FoundSession } from './session-lookup.ts'

/**
 * The person with that id, with their workspaces and portals, sorted by name. A session that a workspace's provider began
 * is told of that workspace alone, and nothing of what opens the account.
 */
export async function readMe(
  context: Context,
  personId: string,
  { issuedBy, proof }: Partial<Pick<FoundSession, 'issuedBy' | 'proof'>> = {},
) {
  const person = await readPerson(context, personId)
  const isOwn = issuedBy == null
  const isKnown = ({ id }: { id: string }) => isOwn || id === issuedBy
  const workspaces = (await membershipsOf(context, personId)).filter(isKnown)
  const portals = (await portalsOf(context, personId)).filter(isKnown)
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    waitingEmail: isOwn ? await waitingEmail(context, personId) : null,
    hasPassword: isOwn && person.password_hash !== null,
    hasPasskey: isOwn && person.has_passkey,
    isByCompany: proof?.byCompany ?? false,
    workspaces: workspaces.map(({ id, slug, name, role }) => ({
      slug,
      name,
      role,
      isSample: id === SAMPLE_WORKSPACE_ID,
    })),
    passkeyNeededIn: workspaces.filter(({ needsPasskey }) => needsPasskey).map(({ name }) => name),
    portals: portals.map(({ slug, name, customer }) => ({ slug, name, customer })),
  }
}

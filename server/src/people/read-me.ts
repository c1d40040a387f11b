import type { Context } from '../context.ts'
import { SAMPLE_WORKSPACE_ID } from '../workspaces/workspaces.ts'
import { waitingEmail } from './account-links.ts'
import { readPerson } from './persons.ts'
import { membershipsOf, portalsOf } from './members.ts'

/**
 * The person with that id, with their workspaces and portals, sorted by name: with `issuedBy` only those of that workspace.
 */
export async function readMe(context: Context, personId: string, issuedBy: string | null = null) {
  const person = await readPerson(context, personId)
  const isKnown = ({ id }: { id: string }) => issuedBy === null || id === issuedBy
  const workspaces = (await membershipsOf(context, personId)).filter(isKnown)
  const portals = (await portalsOf(context, personId)).filter(isKnown)
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    waitingEmail: await waitingEmail(context, personId),
    hasPassword: person.password_hash !== null,
    hasPasskey: person.has_passkey,
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

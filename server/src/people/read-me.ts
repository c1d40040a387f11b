import type { Context } from '../context.ts'
import { SAMPLE_WORKSPACE_ID } from '../workspaces/workspaces.ts'
import { waitingEmail } from './account-links.ts'
import { readPerson } from './persons.ts'
import { membershipsOf, portalsOf } from './members.ts'

/** The person with that id, with their workspaces and portals, sorted by name. */
export async function readMe(context: Context, personId: string) {
  const person = await readPerson(context, personId)
  const workspaces = await membershipsOf(context, personId)
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
    portals: (await portalsOf(context, personId)).map(({ slug, name, customer }) => ({ slug, name, customer })),
  }
}

import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { SAMPLE_WORKSPACE_ID } from '../workspaces/sample-workspace.ts'
import { waitingEmail } from './account-links.ts'
import { readPerson } from './persons.ts'

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
    portals: await portalsOf(context, personId),
  }
}

/** The workspaces of which the person is a member, sorted by name. */
export async function membershipsOf({ db }: Context, personId: string) {
  return db
    .selectFrom('member as m')
    .innerJoin('workspace as w', 'w.id', 'm.workspace_id')
    .innerJoin('workspace_address as a', 'a.workspace_id', 'm.workspace_id')
    .select(['w.id', 'a.slug', 'w.name', 'm.role', 'w.staff_need_passkey as needsPasskey'])
    .where('m.person_id', '=', personId)
    .orderBy(sql`w.name collate "und-x-icu"`)
    .orderBy('w.id')
    .execute()
}

async function portalsOf({ db }: Context, personId: string) {
  return db
    .selectFrom('buyer as b')
    .innerJoin('customer as c', (join) =>
      join.onRef('c.workspace_id', '=', 'b.workspace_id').onRef('c.id', '=', 'b.customer_id'),
    )
    .innerJoin('workspace as w', 'w.id', 'b.workspace_id')
    .innerJoin('workspace_address as a', 'a.workspace_id', 'b.workspace_id')
    .select(['a.slug', 'w.name', 'c.name as customer'])
    .where('b.person_id', '=', personId)
    .where('b.status', '=', 'active')
    .where('c.active', '=', true)
    .orderBy(sql`w.name collate "und-x-icu"`)
    .orderBy('w.id')
    .execute()
}

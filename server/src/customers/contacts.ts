import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { invalidField } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'

/** Who of the staff looks after a customer. */
export type Contact = { id: string; name: string; email: string }

/** SQL: the contact of the customer in a row of `customer`, as JSON; null without one. */
export const CONTACT = sql<Contact | null>`(
  select json_build_object('id', p.id, 'name', p.name, 'email', p.email) from person p
  where p.id = customer.contact_id)`

/** Those who may be contacts: the staff, by name. */
export async function listContacts({ db, workspaceId }: WorkspaceContext): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('member as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.name'])
    .where('m.workspace_id', '=', workspaceId)
    .orderBy(sql`p.name collate "und-x-icu"`)
    .orderBy('p.id')
    .execute()
}

/** The member who is to be a contact. Throws InvalidInput for somebody else. */
export async function findContact(context: WorkspaceContext, id: string): Promise<{ id: string; name: string }> {
  const found = (await listContacts(context)).find((member) => member.id === id.toLowerCase())
  if (found) return found
  throw invalidField('change.value', 'Is not a member of the staff any more: choose again.')
}

/** Whether the member is the contact of a customer. */
export async function isContact({ db, workspaceId }: WorkspaceContext, personId: string): Promise<boolean> {
  const one = await db
    .selectFrom('customer')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('contact_id', '=', personId)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

/**
 * SQL conditions: a column with the id of a customer has one whose contact is that member, where one is asked for, and
 * one of those that the caller may see. None where every customer will do.
 */
export function ofContact(
  { workspaceId, heldTo }: Pick<WorkspaceContext, 'workspaceId' | 'heldTo'>,
  column: 'customer_id' | 'q.customer_id' | 'customer.id',
  contact?: string,
): RawBuilder<boolean>[] {
  return [contact, heldTo]
    .filter((member) => member !== undefined)
    .map((member) => {
      if (!isUuid(member)) return sql<boolean>`false`
      // The row of the customer is at hand.
      if (column === 'customer.id') return sql<boolean>`customer.contact_id = ${member}`
      return sql<boolean>`${sql.ref(column)} in (
        select id from customer where workspace_id = ${workspaceId} and contact_id = ${member})`
    })
}

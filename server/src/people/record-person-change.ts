import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { ActivityEntry } from '../workspaces/activity/record-activity.ts'
import { differences } from '../workspaces/activity/differences.ts'
import type { Context } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import type { KnownPerson } from './persons.ts'
import { membershipsOf } from './members.ts'

type Told = { workspaceId: string; actor: Actor; entry: ActivityEntry }

/**
 * Records another name or e-mail of a person in all workspaces that show it, as the lists of people there change, too:
 * both where they are staff, and the e-mail where they are a buyer. A buyer has a name of their own.
 */
export async function recordPersonChange(
  trx: Context,
  before: KnownPerson,
  after: { name?: string; email?: string },
): Promise<void> {
  const changes = differences(before, after, ['name', 'email'])
  if (Object.keys(changes).length === 0) return
  const asStaff = await toldAsStaff(trx, { id: before.id, name: after.name ?? before.name }, changes)
  const asBuyer = changes['email'] ? await toldAsBuyer(trx, before.id, { email: changes['email'] }) : []
  // In the order of their ids, so that two such changes never deadlock.
  const told = [...asStaff, ...asBuyer].toSorted((a, b) => (a.workspaceId < b.workspaceId ? -1 : 1))
  for (const { workspaceId, actor, entry } of told) await recordActivity({ ...trx, workspaceId, actor }, entry)
}

async function toldAsStaff(
  trx: Context,
  { id, name }: { id: string; name: string },
  changes: ActivityEntry['changes'],
): Promise<Told[]> {
  const subject = { type: 'person', id, label: name }
  return (await membershipsOf(trx, id)).map(({ id: workspaceId }) => ({
    workspaceId,
    actor: { type: 'staff', id, name },
    entry: { action: 'person.update', subject, changes },
  }))
}

async function toldAsBuyer({ db }: Context, personId: string, changes: ActivityEntry['changes']): Promise<Told[]> {
  const buyers = await db
    .selectFrom('buyer')
    .select(['workspace_id as workspaceId', 'id', 'name', 'customer_id as customerId'])
    .where('person_id', '=', personId)
    .execute()
  return buyers.map(({ workspaceId, id, name, customerId }) => ({
    workspaceId,
    actor: { type: 'buyer', id, name },
    entry: { action: 'buyer.update', subject: { type: 'buyer', id, label: name, customerId }, changes },
  }))
}

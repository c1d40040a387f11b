import type { Context } from '../context.ts'
import { differences } from '../activity/differences.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { KnownPerson } from './persons.ts'
import { membershipsOf } from './places-of.ts'

/** Records another name or e-mail of a person in all their workspaces: the lists of people there change, too. */
export async function recordPersonChange(
  trx: Context,
  before: KnownPerson,
  after: { name?: string; email?: string },
): Promise<void> {
  const changes = differences(before, after, ['name', 'email'])
  if (Object.keys(changes).length === 0) return
  const name = after.name ?? before.name
  const memberships = await membershipsOf(trx, before.id)
  // In the order of their ids, so that two such changes never deadlock.
  for (const { id: workspaceId } of memberships.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    await recordActivity(
      { ...trx, workspaceId, actor: { type: 'staff', id: before.id, name } },
      { action: 'person.update', subject: { type: 'person', id: before.id, label: name }, changes },
    )
  }
}

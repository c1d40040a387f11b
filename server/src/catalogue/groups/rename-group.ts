import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { InvalidRequest } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { keepPastLabels } from '../../pricing/past-terms.ts'
import { lockNames } from '../../workspaces/lock-names.ts'
import type { Grouping } from './grouping.ts'
import { lockGroups } from './lock-groups.ts'
import { reindexGroup } from './reindex-group.ts'

/**
 * Renames a brand or category, and updates the search documents of its products. An earlier time keeps the old name.
 * Throws NotFound for the name, and InvalidRequest if another one has the new name.
 */
export async function renameGroup(
  context: WorkspaceContext,
  { grouping, name, to }: { grouping: Grouping; name: string; to: string },
): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    await lockNames(trx, 'exclusive')
    const groups = await lockGroups(trx, grouping, [name, to])
    const renamed = groups.require(name)
    const taken = groups.find(to)
    if (taken && taken.id !== renamed.id) {
      throw new InvalidRequest(
        `There is a ${grouping} "${taken.name}" already: merge "${renamed.name}" into it instead.`,
      )
    }
    if (renamed.name === to) return { id: renamed.id }
    await keepPastLabels(trx, 'discount_rule', isOn(trx, grouping, renamed.id))
    await sql`
      update ${sql.table(grouping)} set name = ${to}, name_key = ${matchingKey(to)}
      where workspace_id = ${trx.workspaceId} and id = ${renamed.id}`.execute(trx.db)
    await reindexGroup(trx, grouping, renamed.id)
    await recordActivity(trx, {
      action: `${grouping}.rename`,
      subject: { type: grouping, id: renamed.id, label: to },
      changes: { name: { from: renamed.name, to } },
    })
    return { id: renamed.id }
  })
}

/** SQL: true for a discount on the brand or category. */
function isOn({ workspaceId }: WorkspaceContext, grouping: Grouping, id: string): RawBuilder<boolean> {
  return sql`workspace_id = ${workspaceId} and ${sql.ref(`${grouping}_id`)} = ${id}`
}

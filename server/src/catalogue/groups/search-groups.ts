import type { WorkspaceContext } from '../../context.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { uuidOf } from '../../lib/uuid.ts'
import type { Group } from './write-groups.ts'
import type { Grouping } from './brands-and-categories.ts'

/** Brands or categories to choose from, by name: those whose name has the text, or the one with that id. */
export async function searchGroups(
  { db, workspaceId }: WorkspaceContext,
  grouping: Grouping,
  { q, id, limit }: { q?: string | undefined; id?: string | undefined; limit: number },
): Promise<Group[]> {
  return db
    .selectFrom(grouping)
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .$if(id !== undefined, (query) => query.where('id', '=', uuidOf(id!)))
    .$if(q !== undefined, (query) =>
      query.where((is) => is(is.fn('strpos', ['name_key', is.val(matchingKey(q!))]), '>', 0)),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()
}

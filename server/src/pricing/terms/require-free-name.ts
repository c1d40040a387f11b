import type { WorkspaceContext } from '../../context.ts'
import { InvalidInput } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'

/** Throws InvalidInput if another price group has the name, ignoring case. Lock the names first. */
export async function requireFreeName(
  { db, workspaceId }: WorkspaceContext,
  name: string,
  own: string | null = null,
): Promise<void> {
  const other = await db
    .selectFrom('price_group')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('name_key', '=', matchingKey(name))
    .executeTakeFirst()
  if (!other || other.id === own) return
  throw new InvalidInput([
    { path: 'name', message: `There is a price group "${other.name}" already: choose another name.` },
  ])
}

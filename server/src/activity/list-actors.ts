import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Actor } from '../database/column-values.ts'

/** All people and keys that have changed something, each with its latest name, by name. Those without an id are left out. */
export async function listActors({ db, workspaceId }: WorkspaceContext): Promise<Actor[]> {
  // A loose index scan: one look-up for each actor, however many entries there are.
  const { rows } = await sql<{ actor: Actor }>`
    with recursive found as (
      (select actor from activity where workspace_id = ${workspaceId}
        order by workspace_id, actor ->> 'id', at desc, id desc limit 1)
      union all
      select (select actor from activity where workspace_id = ${workspaceId} and actor ->> 'id' > found.actor ->> 'id'
        order by workspace_id, actor ->> 'id', at desc, id desc limit 1)
      from found where found.actor ->> 'id' is not null)
    select actor from found where actor ->> 'id' is not null order by actor ->> 'name', actor ->> 'id'`.execute(db)
  return rows.map(({ actor }) => actor)
}

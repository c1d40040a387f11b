import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Actor } from '../database/column-values.ts'

/** Actors that one statement looks up. */
const SLICE = 1_000

/** All people and keys that have changed something, each with its latest name, by name. Those without an id are left out. */
export async function listActors(context: WorkspaceContext): Promise<Actor[]> {
  const found: Actor[] = []
  for (let actors = await actorsAfter(context, ''); actors.length > 0;) {
    found.push(...actors)
    actors = actors.length < SLICE ? [] : await actorsAfter(context, actors.at(-1)!.id!)
  }
  const { rows } = await sql<{ actor: Actor }>`
    select actor from json_array_elements(${JSON.stringify(found)}::json) as actor
    order by actor ->> 'name', actor ->> 'id'`.execute(context.db)
  return rows.map(({ actor }) => actor)
}

/** The next ones by id. A loose index scan: one look-up for each actor, however many entries there are. */
async function actorsAfter({ db, workspaceId }: WorkspaceContext, id: string): Promise<Actor[]> {
  const { rows } = await sql<{ actor: Actor }>`
    with recursive found as (
      (select actor from activity where workspace_id = ${workspaceId} and actor ->> 'id' > ${id}
        order by workspace_id, actor ->> 'id', at desc, id desc limit 1)
      union all
      select (select actor from activity where workspace_id = ${workspaceId} and actor ->> 'id' > found.actor ->> 'id'
        order by workspace_id, actor ->> 'id', at desc, id desc limit 1)
      from found where found.actor ->> 'id' is not null)
    select actor from found where actor ->> 'id' is not null limit ${sql.lit(SLICE)}`.execute(db)
  return rows.map(({ actor }) => actor)
}

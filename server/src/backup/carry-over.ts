import { sql } from 'kysely'
import type { Context } from '../context.ts'

/**
 * Takes over into the restored tables what must not go back in time: revoked keys stay revoked, and each workspace moves
 * to a revision that it never had, so that no answer from before is taken for one of now. The database that was lost may
 * have gone further than both the backup and the present one: revisions count on from the time in milliseconds.
 */
export async function carryOver({ db, clock }: Context, present: string): Promise<{ keysStillRevoked: number }> {
  await sql`
    insert into workspace_revision as restored (workspace_id, revision)
    select w.id, greatest(${clock().getTime()}, before.revision + 1)
    from workspace w
    left join ${sql.table(`${present}.workspace_revision`)} before on before.workspace_id = w.id
    on conflict (workspace_id) do update set revision = greatest(restored.revision + 1, excluded.revision)`.execute(db)
  const { numAffectedRows } = await sql`
    update api_key k set revoked_at = before.revoked_at
    from ${sql.table(`${present}.api_key`)} before
    where before.workspace_id = k.workspace_id and before.id = k.id
      and before.revoked_at is not null and k.revoked_at is null`.execute(db)
  return { keysStillRevoked: Number(numAffectedRows) }
}

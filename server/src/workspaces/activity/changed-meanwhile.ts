import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { Actor } from '../../database/column-values.ts'
import { Conflict } from '../../errors.ts'

/**
 * The error for a save that was made from an older version: who changed it since, and when, by the latest entry about
 * the subject.
 */
export async function changedMeanwhile({ db, workspaceId }: WorkspaceContext, subjectId: string): Promise<Conflict> {
  const last = await db
    .selectFrom('activity as a')
    .innerJoin('workspace as w', (join) => join.on('w.id', '=', workspaceId))
    .select(['a.at', 'a.actor', 'w.timezone'])
    .where('a.workspace_id', '=', workspaceId)
    .where(sql<boolean>`a.subject ->> 'id' = ${subjectId}`)
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const who = last ? `${last.actor.name} changed this ${when(last)}` : 'Someone changed this meanwhile'
  return new Conflict(`${who}. Your changes were not saved.`)
}

function when({ at, timezone }: { at: Date; actor: Actor; timezone: string }): string {
  const time = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone)
  const clock = `${time.toPlainTime().toString().slice(0, 5)}`
  return `on ${time.toPlainDate().toString()} at ${clock}`
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { Actor } from '../../database/column-values.ts'
import { InvalidRequest } from '../../errors.ts'

/** Throws InvalidRequest if what the entry tells is undone already. Call it with the edit locked. */
export async function requireNotUndone({ db, workspaceId }: WorkspaceContext, id: string): Promise<void> {
  const entry = await db
    .selectFrom('activity')
    .select('undone')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (entry?.undone) throw new InvalidRequest(`This is undone. ${entry.undone.by.name} already did this.`)
}

/** Has the entry of an edit tell that the current actor undid it. Call it before what raises the revision. */
export async function markUndone(context: WorkspaceContext, id: string): Promise<void> {
  await mark(context, sql`id = ${id}`)
}

/** The same for the entries of an import. */
export async function markImportUndone(context: WorkspaceContext, importId: string): Promise<void> {
  await mark(context, sql`subject ->> 'id' = ${importId} and action in ('import.finish', 'import.stop')`)
}

/** Who began to undo an import. */
export async function undoerOf({ db, workspaceId }: WorkspaceContext, importId: string): Promise<Actor> {
  const { actor } = await db
    .selectFrom('activity')
    .select('actor')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`subject ->> 'id' = ${importId}`)
    .where('action', '=', 'import.undo')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return actor
}

async function mark({ db, workspaceId, actor, clock }: WorkspaceContext, entries: RawBuilder<unknown>): Promise<void> {
  const undone = { by: actor, at: clock().toISOString() }
  await sql`
    update activity set undone = ${JSON.stringify(undone)}
    where workspace_id = ${workspaceId} and ${entries}`.execute(db)
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { termsChangedAt } from '../pricing/kinds-of-term.ts'

/** SQL: the last time, up to that one, at which time alone changed a price of the workspace, or ended a promise. */
export function changedByTime(workspaceId: RawBuilder<string>, at: Date): RawBuilder<Date | null> {
  return sql`greatest(${termsChangedAt(workspaceId, at)}, (
    select max(p.until) from promise p where p.workspace_id = ${workspaceId} and p.until <= ${at}))`
}

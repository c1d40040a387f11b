import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Plan } from '../database/column-values.ts'
import { SESSION_HISTORY } from '../database/session-settings.ts'
import type { Caller } from './caller.ts'
import { planAt } from './plans.ts'

/** A request that is let in: who asks, and what the workspace is like. */
export type Admission = { caller: Caller; workspace: AdmittedWorkspace }

export type AdmittedWorkspace = {
  id: string
  /** The moment that the request is of: what it reads and writes is as of then. */
  at: Date
  /** ISO 4217. */
  currency: string
  /** As it stands at that moment: a trial past its end is lapsed. */
  plan: Plan
  /** Another one whenever an answer may be: after each write, and when time alone makes a difference. */
  state: string
}

/** What an admission reads of the workspace, with the request's moment. */
export type WorkspaceRow = {
  at: Date
  currency: string
  plan: Plan
  trial_ends_at: Date | null
  /** With the history of the database that it belongs to: another one after every write, for ever. */
  revision: string
  /** The last moment at which time alone changed answers of the workspace. */
  changed_by_time: Date | null
}

/** The last moment, up to the one given, at which time alone changed answers of a workspace, in a statement. */
export type ChangedByTime = (workspaceId: RawBuilder<string>, at: Date) => RawBuilder<Date | null>

/** Columns of a statement: what of WorkspaceRow is in no column of the workspace. */
export function stateColumns(workspaceId: RawBuilder<string>, at: Date, changedByTime: ChangedByTime) {
  return sql`
    concat_ws(' ', (select s.id from schema_identity s), ${sql.raw(SESSION_HISTORY)},
      (select concat_ws(' ', v.revision, v.nonce) from workspace_revision v
        where v.workspace_id = ${workspaceId})) as revision,
    ${changedByTime(workspaceId, at)} as changed_by_time`
}

export function admittedWorkspace(id: string, row: WorkspaceRow): AdmittedWorkspace {
  const { at, currency, revision, changed_by_time: changedByTime } = row
  const plan = planAt({ plan: row.plan, trialEndsAt: row.trial_ends_at }, at)
  return { id, at, currency, plan, state: [revision, changedByTime?.getTime(), plan].join(' ') }
}

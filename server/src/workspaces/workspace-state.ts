import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { HoldAccess } from '../context.ts'
import type { Plan } from '../database/column-values.ts'
import { SESSION_HISTORY } from '../database/session-settings.ts'
import type { Caller } from './caller.ts'
import { planAt } from './workspaces.ts'

/** An admitted request: its caller, and the state of the workspace. */
export type Admission = {
  caller: Caller
  workspace: AdmittedWorkspace
  /** For a write: decides in a transaction what admission decided, and holds it there. */
  holdAccess?: HoldAccess
}

export type AdmittedWorkspace = {
  id: string
  /** The time of the request, for all its reads and writes. */
  at: Date
  /** ISO 4217. */
  currency: string
  /** At that time: a trial past its end is lapsed. */
  plan: Plan
  /** Changes whenever a response may change: with each write, and when time alone changes prices. */
  state: string
}

/** The columns that an admission reads, with the time of the request. */
export type WorkspaceRow = {
  at: Date
  currency: string
  plan: Plan
  trial_ends_at: Date | null
  /** Unique for ever after each write: it includes the history of the database. */
  revision: string
  /** The last times at which time alone changed responses of the workspace, as a text. */
  changed_by_time: string | null
}

/** An SQL expression: the last times up to `at` at which time alone changed responses of a workspace. */
export type ChangedByTime = (workspaceId: RawBuilder<string>, at: Date) => RawBuilder<unknown>

/** Select list: the columns of WorkspaceRow that the table `workspace` does not have. */
export function stateColumns(workspaceId: RawBuilder<string>, at: Date, changedByTime: ChangedByTime) {
  return sql`
    concat_ws(' ', (select s.id from schema_identity s), ${sql.raw(SESSION_HISTORY)},
      (select concat_ws(' ', v.revision, v.nonce) from workspace_revision v
        where v.workspace_id = ${workspaceId})) as revision,
    (${changedByTime(workspaceId, at)})::text as changed_by_time`
}

export function admittedWorkspace(id: string, row: WorkspaceRow): AdmittedWorkspace {
  const { at, currency, revision, changed_by_time: changedByTime } = row
  const plan = planAt({ plan: row.plan, trialEndsAt: row.trial_ends_at }, at)
  return { id, at, currency, plan, state: [revision, changedByTime, plan].join(' ') }
}

/**
 * Limits of collections that are read or written as a whole. They are far above the needs of a wholesaler. Past a
 * limit, new entries are refused; existing ones stay, and can be changed.
 */
export const WORKSPACE_LIMITS = {
  /** `GET /brands` lists them all. */
  brands: 20_000,
  /** `GET /categories` lists them all. */
  categories: 20_000,
  /** Customers that a product can be limited to. */
  recipientsOfProduct: 200,
  /** Each list of customers names them. */
  priceGroups: 200,
  /** Of a price group as well. Past and future ones included: they are read with the customer. */
  agreedPricesOfCustomer: 5_000,
  /** Of one owner. Each price of the product looks at all of them. */
  agreedPricesOfProduct: 100,
  discountsOfCustomer: 5_000,
  buyersOfCustomer: 1_000,
  /** Pages of buyers look for the prices to come of each product in all of them. */
  scheduledPriceChanges: 100,
  /** Files that were uploaded for an import. Each is kept with its rows and with what it changed. */
  storedImports: 200,
  /** Bytes of the rows of these files. */
  storedImportBytes: 500_000_000,
  /** Shapes of files whose columns are remembered. Past that, the one that was used longest ago is forgotten. */
  rememberedShapes: 200,
}

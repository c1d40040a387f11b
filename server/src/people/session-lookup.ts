import type { Context } from '../context.ts'
import { isCluster } from '../database/cluster.ts'
import type { Database } from '../database/tables.ts'
import { isWithin } from '../database/within.ts'
import { QueryBatcher } from '../database/query-batcher.ts'
import { SLUG } from '../workspaces/addresses.ts'
import type { Proof } from '../workspaces/caller.ts'
import type { ChangedByTime, WorkspaceRow } from '../workspaces/workspace-state.ts'
import { findSessions } from './find-sessions.ts'
import type { FoundRow, SessionAsked } from './find-sessions.ts'
import { noteSeen } from './note-seen.ts'
import { USE_ACCURACY_MS } from './sessions.ts'
import type { OwnSession } from './sessions.ts'

/** A live session, its person, and what that person is in the workspace that was asked for. */
export type FoundSession = Pick<
  FoundRow,
  'session_id' | 'person_id' | 'name' | 'email' | 'person_changed_at' | 'role' | 'buyer' | 'is_former_buyer'
> & {
  at: Date
  /** How the holder proved who they are. */
  proof: Proof
  /** Null where there is no workspace with that address, or the person is neither a member nor a buyer of it. */
  workspace: (WorkspaceRow & { id: string; staff_need_passkey: boolean }) | null
}

/** The session itself, without what its person is. */
export function ownSession({ person_id, session_id }: FoundSession): OwnSession {
  return { personId: person_id, sessionId: session_id }
}

/** What is asked for where a path has no possible address: no workspace has it. */
export const NOWHERE = ''

export type FindSession = Pick<SessionLookup, 'find'>

/**
 * Looks up the sessions of requests in batches, as RequestCounter does for keys: one statement for all requests that
 * have arrived since the last one began. So a sign-out, a changed role, a removed member or a disabled buyer takes
 * effect with the next request in every process.
 */
export class SessionLookup {
  readonly #batcher: QueryBatcher<SessionAsked, FoundSession | undefined>
  readonly #context: Context
  readonly #changedByTime: ChangedByTime
  readonly #oneWorkspace: (db: Database) => Promise<boolean>

  /** `oneWorkspace`: whether a statement has to keep to one workspace, as on a cluster. */
  constructor(context: Context, changedByTime: ChangedByTime, oneWorkspace = isCluster) {
    this.#context = context
    this.#changedByTime = changedByTime
    this.#oneWorkspace = oneWorkspace
    this.#batcher = new QueryBatcher((asked) => this.#findBatch(context, asked))
  }

  /** The live session with a token of that hash, and what its person is in the workspace with that address. */
  find(slug: string, hash: string, address: string): Promise<FoundSession | undefined> {
    const asked = { slug: SLUG.test(slug) ? slug : NOWHERE, hash, address }
    return this.#batcher.load(asked)
  }

  /** The look-up in an open transaction, at the time of a request that was admitted before. */
  within(trx: Database, at: Date): FindSession {
    return {
      find: async (slug, hash, address) => {
        const [row] = await this.#find(trx, [{ slug, hash, address }], at)
        return row && shape(row, at)
      },
    }
  }

  async #findBatch(context: Context, asked: SessionAsked[]): Promise<(FoundSession | undefined)[]> {
    const different = [...new Map(asked.map((one) => [nameOf(one), one])).values()]
    const now = context.clock()
    const rows = await this.#find(context.admissionDb ?? context.db, different, now)
    for (const { place_id, buyer } of rows.filter((row) => wasAway(row, now))) {
      await noteSeen(context, place_id!, buyer!.id)
    }
    const found = new Map(rows.map((row) => [nameOf(row), shape(row, now)]))
    return asked.map((one) => found.get(nameOf(one)))
  }

  async #find(db: Database, asked: SessionAsked[], now: Date): Promise<FoundRow[]> {
    // Within a transaction this is known already: its request was admitted.
    const oneWorkspace = await this.#oneWorkspace(this.#context.db)
    return findSessions({ db, changedByTime: this.#changedByTime, now, oneWorkspace }, asked)
  }
}

function nameOf({ slug, hash }: Omit<SessionAsked, 'address'>): string {
  return `${hash} ${slug}`
}

/** Whether the row is of a buyer who was not here for an hour. */
function wasAway({ buyer, last_seen_at }: FoundRow, now: Date): boolean {
  return buyer !== null && (last_seen_at === null || !isWithin(last_seen_at, USE_ACCURACY_MS, now))
}

function shape(row: FoundRow, at: Date): FoundSession {
  const { session_id, person_id, name, email, person_changed_at, role, buyer, is_former_buyer, ...rest } = row
  const { place_id, currency, plan, trial_ends_at, revision, changed_by_time, staff_need_passkey } = rest
  const proof = { provedAt: rest.proved_at, passkeyAt: rest.passkey_at }
  const state = { at, currency, plan, trial_ends_at, revision, changed_by_time }
  const workspace = place_id === null ? null : { ...state, id: place_id, staff_need_passkey }
  return { at, session_id, person_id, name, email, proof, person_changed_at, workspace, role, buyer, is_former_buyer }
}

import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Role } from '../database/column-values.ts'
import { rowset } from '../database/rowset.ts'
import { QueryBatcher } from '../reading/index.ts'
import { stateColumns } from '../workspaces/workspace-state.ts'
import type { ChangedByTime, WorkspaceRow } from '../workspaces/workspace-state.ts'
import { SESSION_MS, USE_ACCURACY_MS } from './session-times.ts'

/** A live session, its person, and that person's place in the workspace that was asked for. */
export type FoundSession = {
  at: Date
  session_id: string
  person_id: string
  name: string
  email: string
  /** When name or e-mail were last changed. */
  person_changed_at: Date
  /** Null where the person is no member of the workspace with that address, or there is none. */
  member: (WorkspaceRow & { workspace_id: string; role: Role }) | null
}

type Lookup = { slug: string; hash: string }

type FoundRow = Lookup &
  Omit<FoundSession, 'member' | 'at'> &
  Omit<WorkspaceRow, 'at'> & { workspace_id: string | null; role: Role }

/**
 * Looks up the sessions of requests in batches, as RequestCounter does for keys: one statement for all requests that have
 * arrived since the last one began. So a sign-out, a changed role or a removed member takes effect with the next request in
 * every process.
 */
export class SessionLookup {
  readonly #batcher: QueryBatcher<Context, Lookup, FoundSession | undefined>
  readonly #context: Context

  constructor(context: Context, changedByTime: ChangedByTime) {
    this.#context = context
    this.#batcher = new QueryBatcher((asking, asked) => findBatch(asking, asked, changedByTime))
  }

  /** The live session with a token of that hash, and its member of the workspace with that address. */
  find(slug: string, hash: string): Promise<FoundSession | undefined> {
    return this.#batcher.load('all workspaces', this.#context, { slug, hash })
  }
}

async function findBatch(
  context: Context,
  asked: Lookup[],
  changedByTime: ChangedByTime,
): Promise<(FoundSession | undefined)[]> {
  const nameOf = ({ slug, hash }: Lookup) => `${hash} ${slug}`
  const different = new Map(asked.map((lookup) => [nameOf(lookup), lookup]))
  const now = context.clock()
  const rows = await findSessions(context, [...different.values()], changedByTime, now)
  const found = new Map(rows.map((row) => [nameOf(row), shape(row, now)]))
  return asked.map((lookup) => found.get(nameOf(lookup)))
}

async function findSessions(
  { db, admissionDb = db }: Context,
  asked: Lookup[],
  changedByTime: ChangedByTime,
  now: Date,
): Promise<FoundRow[]> {
  const usedBefore = new Date(now.getTime() - USE_ACCURACY_MS)
  const expiresAt = new Date(now.getTime() + SESSION_MS)
  const { rows } = await sql<FoundRow>`
    with found as materialized (
      select asked.slug, asked.hash, s.id as session_id, s.updated_at as used_at, p.id as person_id, p.name, p.email,
        p.updated_at as person_changed_at
      from ${rowset(asked, 'slug text, hash text', 'asked')}
      cross join lateral (
        select * from session where token_hash = asked.hash and expires_at > ${now} offset 0) s
      join person p on p.id = s.person_id
    ), due as (
      -- A session that another process updates now is skipped.
      select id from session where id in (select session_id from found where used_at <= ${usedBefore})
      for no key update skip locked
    ), used as (
      update session s set updated_at = ${now}, expires_at = ${expiresAt} from due where s.id = due.id
    )
    select found.*, m.workspace_id, m.role, w.currency, w.plan, w.trial_ends_at,
      ${stateColumns(sql`m.workspace_id`, now, changedByTime)}
    from found
    left join workspace_address a on a.slug = found.slug
    left join member m on m.workspace_id = a.workspace_id and m.person_id = found.person_id
    left join workspace w on w.id = m.workspace_id`.execute(admissionDb)
  return rows
}

function shape(row: FoundRow, at: Date): FoundSession {
  const { session_id, person_id, name, email, person_changed_at, workspace_id, ...rest } = row
  const { role, currency, plan, trial_ends_at, revision, changed_by_time } = rest
  const workspace = { at, currency, plan, trial_ends_at, revision, changed_by_time }
  const member = workspace_id === null ? null : { ...workspace, workspace_id, role }
  return { at, session_id, person_id, name, email, person_changed_at, member }
}

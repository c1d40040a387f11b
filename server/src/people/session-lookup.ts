import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Role } from '../database/column-values.ts'
import { rowset } from '../database/rowset.ts'
import type { Database } from '../database/tables.ts'
import { QueryBatcher } from '../reading/index.ts'
import { SLUG } from '../workspaces/addresses.ts'
import type { Proof } from '../workspaces/caller.ts'
import { stateColumns } from '../workspaces/workspace-state.ts'
import type { ChangedByTime, WorkspaceRow } from '../workspaces/workspace-state.ts'
import { noteSeen } from './note-seen.ts'
import { SESSION_MS, USE_ACCURACY_MS } from './sessions.ts'
import type { OwnSession } from './sessions.ts'

/** A live session, its person, and what that person is in the workspace that was asked for. */
export type FoundSession = {
  at: Date
  session_id: string
  person_id: string
  name: string
  email: string
  /** How the holder proved who they are. */
  proof: Proof
  /** When name or e-mail were last changed. */
  person_changed_at: Date
  /** Null where there is no workspace with that address, or the person is neither a member nor a buyer of it. */
  workspace: (WorkspaceRow & { id: string; staff_need_passkey: boolean }) | null
  /** The person's role in it; null for somebody who is no member. */
  role: Role | null
  /** The person as a buyer of it; null for somebody who is none, and where the buyer or the customer is not active. */
  buyer: { id: string; name: string; customerId: string } | null
  /** Whether the person was a buyer of it, and is let in no more: disabled, or of an inactive customer. */
  is_former_buyer: boolean
}

/** The session itself, without what its person is. */
export function ownSession({ person_id, session_id }: FoundSession): OwnSession {
  return { personId: person_id, sessionId: session_id }
}

/** What is asked for where a path has no possible address: no workspace has it. */
export const NOWHERE = ''

/** `address` is where the request comes from. */
type Lookup = { slug: string; hash: string; address: string }

/** A live session, and the workspace that has the address. */
type Holder = Lookup &
  Pick<FoundSession, 'session_id' | 'person_id' | 'name' | 'email' | 'person_changed_at'> & {
    asked_workspace: string | null
    used_at: Date
    proved_at: Date | null
    passkey_at: Date | null
  }

/** What a person is in a workspace. */
type Place = Pick<FoundSession, 'role' | 'buyer' | 'is_former_buyer'> &
  Omit<WorkspaceRow, 'at'> & {
    workspace_id: string | null
    staff_need_passkey: boolean
    last_seen_at: Date | null
  }

type FoundRow = Holder & Place

const NO_PLACE = { workspace_id: null, role: null, buyer: null, is_former_buyer: false, last_seen_at: null } as Place

export type FindSession = Pick<SessionLookup, 'find'>

/**
 * Looks up the sessions of requests in batches, as RequestCounter does for keys: one statement for all requests that
 * have arrived since the last one began. So a sign-out, a changed role, a removed member or a disabled buyer takes
 * effect with the next request in every process.
 */
export class SessionLookup {
  readonly #batcher: QueryBatcher<Context, Lookup, FoundSession | undefined>
  readonly #context: Context
  readonly #changedByTime: ChangedByTime

  constructor(context: Context, changedByTime: ChangedByTime) {
    this.#context = context
    this.#changedByTime = changedByTime
    this.#batcher = new QueryBatcher((asking, asked) => findBatch(asking, asked, changedByTime))
  }

  /** The live session with a token of that hash, and what its person is in the workspace with that address. */
  find(slug: string, hash: string, address: string): Promise<FoundSession | undefined> {
    const lookup = { slug: SLUG.test(slug) ? slug : NOWHERE, hash, address }
    return this.#batcher.load('all workspaces', this.#context, lookup)
  }

  /** The look-up in an open transaction, at the time of a request that was admitted before. */
  within(trx: Database, at: Date): FindSession {
    return {
      find: async (slug, hash, address) => {
        const [row] = await findSessions({ db: trx }, [{ slug, hash, address }], this.#changedByTime, at)
        return row && shape(row, at)
      },
    }
  }
}

async function findBatch(
  context: Context,
  asked: Lookup[],
  changedByTime: ChangedByTime,
): Promise<(FoundSession | undefined)[]> {
  const nameOf = ({ slug, hash }: Omit<Lookup, 'address'>) => `${hash} ${slug}`
  const different = new Map(asked.map((lookup) => [nameOf(lookup), lookup]))
  const now = context.clock()
  const find = () => findSessions(context, [...different.values()], changedByTime, now)
  const before = await find()
  const away = before.filter((row) => wasAway(row, now))
  for (const { workspace_id, buyer } of away) await noteSeen(context, workspace_id!, buyer!.id)
  // Noting it has raised the revision, which these requests are to be answered with.
  const rows = away.length > 0 ? await find() : before
  const found = new Map(rows.map((row) => [nameOf(row), shape(row, now)]))
  return asked.map((lookup) => found.get(nameOf(lookup)))
}

async function findSessions(
  { db, admissionDb = db }: Pick<Context, 'db' | 'admissionDb'>,
  asked: Lookup[],
  changedByTime: ChangedByTime,
  now: Date,
): Promise<FoundRow[]> {
  const holders = await findHolders(admissionDb, asked, now)
  const rows: FoundRow[] = []
  for (const [workspaceId, ours] of Map.groupBy(holders, ({ asked_workspace }) => asked_workspace)) {
    const people = ours.map(({ person_id }) => person_id)
    const places = workspaceId && (await findPlaces(admissionDb, { workspaceId, people }, changedByTime, now))
    for (const holder of ours) rows.push({ ...holder, ...((places && places.get(holder.person_id)) || NO_PLACE) })
  }
  return rows
}

async function findHolders(db: Database, asked: Lookup[], now: Date): Promise<Holder[]> {
  // Each table has its own look-up: without statistics, the planner would scan whole tables.
  const { rows } = await sql<Holder>`
    select asked.slug, asked.hash, asked.address, s.id as session_id, s.updated_at as used_at, s.proved_at, s.passkey_at,
      p.id as person_id, p.name, p.email, p.updated_at as person_changed_at, a.workspace_id as asked_workspace
    from ${rowset(asked, 'slug text, hash text, address text', 'asked')}
    cross join lateral (
      select * from session where token_hash = asked.hash and expires_at > ${now} offset 0) s
    cross join lateral (select * from person where id = s.person_id offset 0) p
    left join lateral (select * from workspace_address where slug = asked.slug offset 0) a on true`.execute(db)
  const usedBefore = new Date(now.getTime() - USE_ACCURACY_MS)
  for (const holder of rows.filter(({ used_at }) => used_at <= usedBefore)) await noteUse(db, holder, usedBefore, now)
  return rows
}

/** Notes that a session was used, and keeps it alive. One that another process updates now is skipped. */
async function noteUse(db: Database, { session_id, address }: Holder, usedBefore: Date, now: Date): Promise<void> {
  await sql`
    update session set updated_at = ${now}, expires_at = ${new Date(now.getTime() + SESSION_MS)},
      ip_address = ${address}
    where id = (
      select id from session where id = ${session_id} and updated_at <= ${usedBefore}
      for no key update skip locked)`.execute(db)
}

/** What people are in a workspace, by the person's id. */
async function findPlaces(
  db: Database,
  { workspaceId, people }: { workspaceId: string; people: string[] },
  changedByTime: ChangedByTime,
  now: Date,
): Promise<Map<string, Place>> {
  const asked = people.map((id) => ({ id }))
  const { rows } = await sql<Place & { id: string }>`
    select asked.id, w.workspace_id, m.role, b.buyer, b.last_seen_at, d.is_former_buyer, w.currency, w.plan, w.trial_ends_at,
      w.staff_need_passkey, ${stateColumns(sql`${workspaceId}::uuid`, now, changedByTime)}
    from ${rowset(asked, 'id uuid', 'asked')}
    left join lateral (
      select * from member where workspace_id = ${workspaceId} and person_id = asked.id offset 0) m on true
    left join lateral (
      select json_build_object('id', u.id, 'name', u.name, 'customerId', u.customer_id) as buyer, u.last_seen_at
      from buyer u join customer c on c.workspace_id = ${workspaceId} and c.id = u.customer_id
      where u.workspace_id = ${workspaceId} and u.person_id = asked.id and u.status = 'active' and c.active
      order by u.chosen_at desc nulls last, u.invited_at desc, u.id limit 1) b on true
    cross join lateral (
      select b.buyer is null and exists (
        select from buyer
        where workspace_id = ${workspaceId} and person_id = asked.id and status <> 'invited'
      ) as is_former_buyer) d
    left join lateral (
      select id as workspace_id, currency, plan, trial_ends_at, staff_need_passkey from workspace
      where id = ${workspaceId} and (m.role is not null or b.buyer is not null) offset 0) w on true`.execute(db)
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** Whether the row is of a buyer who was not here for an hour. */
function wasAway({ buyer, last_seen_at }: FoundRow, now: Date): boolean {
  return buyer !== null && (last_seen_at === null || now.getTime() - last_seen_at.getTime() >= USE_ACCURACY_MS)
}

function shape(row: FoundRow, at: Date): FoundSession {
  const { session_id, person_id, name, email, person_changed_at, role, buyer, is_former_buyer, ...rest } = row
  const { workspace_id, currency, plan, trial_ends_at, revision, changed_by_time, staff_need_passkey } = rest
  const proof = { provedAt: rest.proved_at, passkeyAt: rest.passkey_at }
  const state = { at, currency, plan, trial_ends_at, revision, changed_by_time }
  const workspace = workspace_id === null ? null : { ...state, id: workspace_id, staff_need_passkey }
  return { at, session_id, person_id, name, email, proof, person_changed_at, workspace, role, buyer, is_former_buyer }
}

import type { Context } from '../context.ts'
import { isCluster } from '../database/cluster.ts'
import type { Database } from '../database/tables.ts'
import { isWithin, within, rowset } from '../database/rowset.ts'
import { QueryBatcher } from '../database/query-batcher.ts'
import { SLUG } from '../workspaces/addresses.ts'
import type { Proof } from '../workspaces/caller.ts'
import { stateColumns } from '../workspaces/workspace-state.ts'
import type { ChangedByTime, WorkspaceRow } from '../workspaces/workspace-state.ts'
import { USE_ACCURACY_MS, SESSION_MS } from './sessions.ts'
import type { OwnSession } from './sessions.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Role } from '../shared/rights.ts'

/** A live session, its person, and what that person is in the workspace that was asked for. */
export type FoundSession = Pick<
  FoundRow,
  'session_id' | 'person_id' | 'name' | 'email' | 'person_changed_at' | 'role' | 'is_held' | 'buyer' | 'is_former_buyer'
> & {
  at: Date
  /** How the holder proved who they are. */
  proof: Proof
  /** Null where there is no workspace with that address, or the person is neither a member nor a buyer of it. */
  workspace: (WorkspaceRow & { id: string; staff_need_passkey: boolean; company_domains: string[] | null }) | null
  /** The workspace whose identity provider began the session: no other one, nor the account, knows it. */
  issuedBy: string | null
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
  const { session_id, person_id, name, email, person_changed_at, role, is_held, buyer, is_former_buyer, ...rest } = row
  const { place_id, currency, plan, trial_ends_at, revision, changed_by_time, staff_need_passkey, company_domains } =
    rest
  const issuedBy = rest.issued_by
  const byCompany = issuedBy !== null
  const proof = { provedAt: rest.proved_at, passkeyAt: rest.passkey_at, byCompany }
  const state = { at, currency, plan, trial_ends_at, revision, changed_by_time }
  const workspace = place_id === null ? null : { ...state, id: place_id, staff_need_passkey, company_domains }
  return {
    issuedBy,
    at,
    session_id,
    person_id,
    name,
    email,
    proof,
    person_changed_at,
    workspace,
    role,
    is_held,
    buyer,
    is_former_buyer,
  }
}

/**
 * Notes that a buyer was here, at most once an hour. It raises no revision: answers that show it are tagged by their
 * content. It waits for nobody: where somebody writes to the buyer just then, the next request notes it.
 */
async function noteSeen({ db, admissionDb = db, clock }: Context, workspaceId: string, buyerId: string): Promise<void> {
  const now = clock()
  await sql`
    with due as (
      select workspace_id, id from buyer
      where workspace_id = ${workspaceId} and id = ${buyerId}
        and ${within(sql`last_seen_at`, USE_ACCURACY_MS, now)} is not true
      for no key update skip locked
    )
    update buyer b set last_seen_at = ${now} from due where b.workspace_id = ${workspaceId} and b.id = due.id`.execute(
    admissionDb,
  )
}

/** `address` is where the request comes from. */
type SessionAsked = { slug: string; hash: string; address: string }

/** A live session, its person, and the workspace that has the address. */
type Holder = SessionAsked & {
  session_id: string
  person_id: string
  name: string
  email: string
  /** When name or e-mail were last changed. */
  person_changed_at: Date
  workspace_id: string | null
  used_at: Date
  proved_at: Date | null
  passkey_at: Date | null
  issued_by: string | null
}

type Place = Omit<WorkspaceRow, 'at'> & {
  /** The workspace; null for somebody who is neither a member nor a buyer of it. */
  place_id: string | null
  staff_need_passkey: boolean
  company_domains: string[] | null
  last_seen_at: Date | null
  /** The person's role in it; null for somebody who is no member. */
  role: Role | null
  /** Whether the member is held to the customers whose contact they are. */
  is_held: boolean | null
  /** The person as a buyer of it; null for somebody who is none, and where the buyer or the customer is not active. */
  buyer: { id: string; name: string; customerId: string } | null
  /** Whether the person was a buyer of it, and is let in no more: disabled, or of an inactive customer. */
  is_former_buyer: boolean
}

type FoundRow = Holder & Place

/** `oneWorkspace`: whether a statement has to keep to one workspace, as on a cluster. */
type Asking = { db: Database; changedByTime: ChangedByTime; now: Date; oneWorkspace: boolean }

/** Finds the live sessions of these tokens, with what their persons are where they ask. Notes that they were used. */
async function findSessions(asking: Asking, asked: readonly SessionAsked[]): Promise<FoundRow[]> {
  const rows = asking.oneWorkspace ? await findApart(asking, asked) : await findTogether(asking, asked)
  for (const { session_id, used_at, address } of rows) {
    if (!isWithin(used_at, USE_ACCURACY_MS, asking.now)) await noteUse(asking, { session_id, address })
  }
  return rows
}

async function findTogether(asking: Asking, asked: readonly SessionAsked[]): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    with found as materialized (${holders(asking, asked)})
    ${places(asking, { found: sql`found`, workspaceId: sql`found.workspace_id` })}`.execute(asking.db)
  return rows
}

async function findApart(asking: Asking, asked: readonly SessionAsked[]): Promise<FoundRow[]> {
  const { rows: found } = await sql<Holder>`${holders(asking, asked)}`.execute(asking.db)
  const rows: FoundRow[] = []
  for (const [workspaceId, ours] of Map.groupBy(found, ({ workspace_id }) => workspace_id)) {
    const people = rowset(
      ours.map(({ person_id }) => ({ person_id })),
      'person_id uuid',
      'found',
    )
    const of = { found: people, workspaceId: sql<string>`${workspaceId}::uuid` }
    const { rows: there } = await sql<Place & { person_id: string }>`${places(asking, of)}`.execute(asking.db)
    const placeOf = new Map(there.map((place) => [place.person_id, place]))
    for (const holder of ours) rows.push({ ...holder, ...placeOf.get(holder.person_id)! })
  }
  return rows
}

/** SQL. Each table has its own look-up, however few rows the planner takes it to have. */
function holders({ now }: Asking, asked: readonly SessionAsked[]): RawBuilder<unknown> {
  return sql`
    select asked.slug, asked.hash, asked.address, s.id as session_id, s.updated_at as used_at, s.proved_at, s.passkey_at,
      s.issued_by,
      p.id as person_id, p.name, p.email, p.updated_at as person_changed_at, a.workspace_id
    from ${rowset(asked, 'slug text, hash text, address text', 'asked')}
    cross join lateral (select * from session where token_hash = asked.hash and expires_at > ${now} offset 0) s
    cross join lateral (select * from person where id = s.person_id offset 0) p
    left join lateral (
      select * from workspace_address
      where slug = asked.slug and (s.issued_by is null or workspace_id = s.issued_by) offset 0) a on true`
}

/** SQL: what the persons that were `found` are in the workspace. */
function places(
  { changedByTime, now }: Asking,
  { found, workspaceId }: { found: RawBuilder<unknown>; workspaceId: RawBuilder<string> },
): RawBuilder<unknown> {
  return sql`
    select found.*, w.place_id, m.role, m.only_own_customers as is_held, b.buyer, b.last_seen_at, d.is_former_buyer, w.currency, w.plan, w.trial_ends_at,
      w.staff_need_passkey, w.company_domains, ${stateColumns(workspaceId, now, changedByTime)}
    from ${found}
    left join lateral (
      select * from member where workspace_id = ${workspaceId} and person_id = found.person_id offset 0) m on true
    left join lateral (
      select json_build_object('id', u.id, 'name', u.name, 'customerId', u.customer_id) as buyer, u.last_seen_at
      from (select * from buyer where workspace_id = ${workspaceId} and person_id = found.person_id) u
      cross join lateral (
        select active from customer
        where workspace_id = ${workspaceId} and id = u.customer_id limit 1) c
      where u.status = 'active' and c.active
      order by u.chosen_at desc nulls last, u.invited_at desc, u.id limit 1) b on true
    cross join lateral (
      select b.buyer is null and (
        select true from buyer where workspace_id = ${workspaceId} and status <> 'invited' and person_id = found.person_id limit 1
      ) is not null as is_former_buyer) d
    left join lateral (
      select id as place_id, currency, plan, trial_ends_at, staff_need_passkey, company_domains
      from workspace
      where id = ${workspaceId} and (m.role is not null or b.buyer is not null) offset 0) w on true`
}

/** Notes that a session was used, and keeps it alive. One that another process updates now is skipped. */
async function noteUse({ db, now }: Asking, used: Pick<Holder, 'session_id' | 'address'>): Promise<void> {
  await sql`
    update session set updated_at = ${now}, expires_at = least(${new Date(now.getTime() + SESSION_MS)}, ends_at),
      ip_address = ${used.address}
    where id = (
      select id from session where id = ${used.session_id} and not ${within(sql`updated_at`, USE_ACCURACY_MS, now)}
      for no key update skip locked)`.execute(db)
}

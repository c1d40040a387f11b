import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { rowset, within } from '../database/rowset.ts'
import { RateLimited } from '../errors.ts'

/** Attempts are counted in windows of 15 minutes that begin with the first one. */
const ATTEMPT_WINDOW_MS = 15 * 60_000

/** What is counted, and how often it may happen in a window. */
export type AttemptLimit = { subject: string; limit: number }

/** Wrong passwords of strangers. */
export function passwordLimits(account: string, address: string): AttemptLimit[] {
  return [
    { subject: `password of ${account}`, limit: 10 },
    { subject: `password from ${network(address)}`, limit: 100 },
  ]
}

/**
 * Wrong passwords of somebody who has proved before that the account is theirs: `proof` names a device or a session.
 */
export function provenLimits(account: string, proof: string): AttemptLimit[] {
  return [{ subject: `password of ${account} by ${proof}`, limit: 10 }]
}

/** Links by mail that somebody who is not signed in asks for. */
export function linkLimits(address: string): AttemptLimit[] {
  return [{ subject: `mail from ${network(address)}`, limit: 30 }]
}

/** Changes of a password by somebody who is signed in: each ends the links that were mailed before. */
export function newPasswordLimits(personId: string): AttemptLimit[] {
  return [{ subject: `new passwords of ${personId}`, limit: 5 }]
}

/** New e-mails that a person asks for: each is a mail to somebody who may be a stranger. */
export function newEmailLimits(personId: string, recipient: string): AttemptLimit[] {
  return [
    { subject: `new e-mails of ${personId}`, limit: 5 },
    { subject: `new e-mail to ${recipient}`, limit: 5 },
  ]
}

/** Invitations that somebody sends from a workspace. They count apart from all that strangers may ask for. */
export function invitationLimits(workspaceId: string, actorId: string, recipient: string): AttemptLimit[] {
  return [
    { subject: `invitation of ${workspaceId} to ${recipient}`, limit: 5 },
    { subject: `invitations of ${workspaceId} by ${actorId}`, limit: 50 },
  ]
}

/** Codes and tokens that somebody tries. */
export function tokenLimits(address: string): AttemptLimit[] {
  return [{ subject: `token from ${network(address)}`, limit: 100 }]
}

/** Challenges for passkeys, each of which is a row for a while. `asker` is a person, or the address of a stranger. */
export function passkeyLimits(asker: string): AttemptLimit[] {
  return [{ subject: `passkey for ${network(asker)}`, limit: 100 }]
}

/**
 * Counts an attempt before it is known whether it succeeds: so of many at once none slips through. Throws RateLimited
 * where one of the limits is reached. Take back what succeeds.
 */
export async function countAttempt(context: Context, limits: AttemptLimit[]): Promise<void> {
  if (await isPastLimit(context, limits)) {
    throw new RateLimited('There were too many attempts: wait for 15 minutes.', ATTEMPT_WINDOW_MS / 1000)
  }
}

/** Counts an attempt as `countAttempt` does. Returns whether one of the limits is reached. */
export async function isPastLimit({ db, clock }: Context, limits: AttemptLimit[]): Promise<boolean> {
  const now = clock()
  const lasts = within(sql`a.started_at`, ATTEMPT_WINDOW_MS, now)
  // In the order of their keys, so that two processes never deadlock.
  const subjects = subjectsOf(limits).map((subject) => ({ subject }))
  const { rows } = await sql<{ subject: string; attempts: number }>`
    insert into attempt_window as a (subject, started_at, attempts)
    select subject, ${now}, 1 from ${rowset(subjects, 'subject text')}
    on conflict (subject) do update set
      started_at = case when ${lasts} then a.started_at else excluded.started_at end,
      attempts = case when ${lasts} then a.attempts else 0 end + 1
    returning subject, attempts`.execute(db)
  const counts = new Map(rows.map(({ subject, attempts }) => [subject, attempts]))
  return limits.some(({ subject, limit }) => counts.get(stored(subject))! > limit)
}

/** Takes back an attempt that succeeded. */
export async function takeBackAttempt({ db }: Context, limits: AttemptLimit[]): Promise<void> {
  for (const subject of subjectsOf(limits)) {
    await db
      .updateTable('attempt_window')
      .set({ attempts: sql`greatest(0, attempts - 1)` })
      .where('subject', '=', subject)
      .execute()
  }
}

/** Removes the windows that are over. */
export async function forgetAttempts({ db, clock }: Context): Promise<void> {
  await sql`delete from attempt_window where not ${within(sql`started_at`, ATTEMPT_WINDOW_MS, clock())}`.execute(db)
}

/** As a digest: addresses of people who have no account are not kept, and the length is fixed. */
function stored(subject: string): string {
  return hash('sha256', subject, 'base64url')
}

function subjectsOf(limits: AttemptLimit[]): string[] {
  return limits.map(({ subject }) => stored(subject)).toSorted()
}

/** The address as somebody can have it: of IPv6, one has a whole network of 64 bits. */
export function network(address: string): string {
  if (isIP(address) !== 6) return address
  // An IPv4 address may come as an IPv6 one.
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : parsed.parts.slice(0, 4).join(':')
}

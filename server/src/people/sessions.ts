import { randomUUIDv7 } from 'node:crypto'
import type { Context } from '../context.ts'
import { closeAccess, inTransaction } from '../database/transaction.ts'
import { Unauthorized } from '../errors.ts'
import { makeToken, tokenHash } from './secret-token.ts'
import ipaddr from 'ipaddr.js'

const HOUR_MS = 3_600_000
/** A session ends this long after its last use. */
export const SESSION_MS = 30 * 24 * HOUR_MS
/** One that an identity provider began ends then, used or not: who was removed there is out within a day. */
const COMPANY_SESSION_MS = 12 * HOUR_MS
/** The last use of a session is kept to this accuracy, so that most requests write nothing. */
export const USE_ACCURACY_MS = HOUR_MS

/** From where somebody signs in, as they are shown it later. */
export type Device = { ipAddress?: string | undefined; userAgent?: string | undefined }

/** How somebody has just proved who they are; null where that was too little. */
export type ProvedBy = 'password' | 'passkey' | 'link' | 'company' | null

/** The session that asks, and whose it is. */
export type OwnSession = { personId: string; sessionId: string }

/** In characters; the rest of a longer one is left out. */
const MAX_USER_AGENT = 300

/**
 * Begins a session. `issuedBy` is the workspace whose identity provider did: it counts there alone. Returns its token, for the cookie; only the digest of the token is
 * stored.
 */
export async function beginSession(
  { db, clock }: Context,
  personId: string,
  { ipAddress, userAgent }: Device = {},
  provedBy: ProvedBy = 'password',
  issuedBy: string | null = null,
): Promise<string> {
  const token = makeToken()
  const now = clock()
  const endsAt = provedBy === 'company' ? new Date(now.getTime() + COMPANY_SESSION_MS) : null
  await db
    .insertInto('session')
    .values({
      id: randomUUIDv7(),
      person_id: personId,
      token_hash: tokenHash(token),
      expires_at: endsAt ?? new Date(now.getTime() + SESSION_MS),
      created_at: now,
      updated_at: now,
      ip_address: ipAddress ?? null,
      user_agent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
      proved_at: provedBy === null ? null : now,
      passkey_at: provedBy === 'passkey' ? now : null,
      issued_by: issuedBy,
      ends_at: endsAt,
    })
    .execute()
  return token
}

/** Notes that the holder of a session has just proved who they are. */
export async function noteProof(
  { db, clock }: Context,
  { sessionId }: OwnSession,
  provedBy: Exclude<ProvedBy, null>,
): Promise<void> {
  const now = clock()
  await db
    .updateTable('session')
    .set({ proved_at: now, ...(provedBy === 'passkey' && { passkey_at: now }) })
    .where('id', '=', sessionId)
    .execute()
}

export async function wasProvedByPasskey({ db }: Context, sessionId: string): Promise<boolean> {
  const session = await db.selectFrom('session').select('passkey_at').where('id', '=', sessionId).executeTakeFirst()
  return session !== undefined && session.passkey_at !== null
}

/**
 * Ends the sessions of a person that a passkey proved, but for one. That one counts as proved only while a passkey is
 * left.
 */
export async function endSessionsOfPasskeys(context: Context, personId: string, except: string): Promise<void> {
  await removeSessions(context, personId, (ended) =>
    ended.where('passkey_at', 'is not', null).where('id', '!=', except),
  )
  await context.db
    .updateTable('session')
    .set({ passkey_at: null })
    .where('id', '=', except)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkey').select('id').where('person_id', '=', personId))),
    )
    .execute()
}

/** Ends the session with that token. Idempotent. */
export async function endSession(context: Context, token: string): Promise<void> {
  const session = await context.db
    .selectFrom('session')
    .select(['id', 'person_id'])
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  if (session) await endOneSession(context, session.person_id, session.id)
}

export async function endSessions(context: Context, personId: string, except?: string): Promise<void> {
  await removeSessions(context, personId, (ended) =>
    ended.$if(except !== undefined, (query) => query.where('id', '!=', except!)),
  )
}

/**
 * Throws Unauthorized if the session of a person has ended since the request was admitted. Call it with the person
 * locked: what ends sessions then waits.
 */
export async function requireSession({ db, clock }: Context, { personId, sessionId }: OwnSession): Promise<void> {
  const live = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('person_id', '=', personId)
    .where('expires_at', '>', clock())
    .executeTakeFirst()
  if (!live) throw new Unauthorized('There is no session, or it has ended: sign in.')
}

/** Ends one session of a person. Idempotent. */
export async function endOneSession(context: Context, personId: string, id: string): Promise<void> {
  await removeSessions(context, personId, (ended) => ended.where('id', '=', id))
}

type Removal = ReturnType<typeof sessionsOf>

/** Waits for the writes in progress of the person, as all that takes access away does. */
async function removeSessions(context: Context, personId: string, narrow: (all: Removal) => Removal): Promise<void> {
  await inTransaction(context, async ({ db }) => {
    await closeAccess(db, personId)
    await narrow(sessionsOf(db, personId)).execute()
  })
}

function sessionsOf(db: Context['db'], personId: string) {
  return db.deleteFrom('session').where('person_id', '=', personId)
}

/** The live sessions of a person, the last used one first. */
export async function listSessions({ db, clock }: Context, personId: string, currentId: string) {
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('person_id', '=', personId)
    .where('expires_at', '>', clock())
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === currentId,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.updated_at.toISOString(),
    device: deviceName(row.user_agent),
    network: row.ip_address === null ? null : networkOf(row.ip_address),
  }))
}

/** Removes the sessions, the links to accounts, and what sign-ins have begun, that have expired. */
export async function removeExpiredSessions({ db, clock }: Context): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<=', clock()).execute()
  await db.deleteFrom('account_link').where('expires_at', '<=', clock()).execute()
  await db.deleteFrom('company_sign_in').where('expires_at', '<=', clock()).execute()
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', clock()).execute()
}

/**
 * The network of an address, such as 192.0.2.0/24 or 2001:db8:1:2::/64: enough to tell one's own place by. Null for
 * what is no address.
 */
export function networkOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  // An IPv4 address may come as an IPv6 one.
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/24`)}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64`
}

/** What a User-Agent says, the most special first: Edge also calls itself Chrome, and Chrome calls itself Safari. */
const BROWSERS: [mark: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: [mark: RegExp, name: string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** A browser and its system in words, such as "Chrome on Windows", as far as the browser says. */
export function deviceName(userAgent: string | null): string {
  const named = (list: typeof BROWSERS) => list.find(([mark]) => mark.test(userAgent ?? ''))?.[1]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  return system ? `${browser ?? 'A browser'} on ${system}` : (browser ?? 'A browser')
}

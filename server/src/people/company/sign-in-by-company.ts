import * as client from 'openid-client'
import type { Context } from '../../context.ts'
import { closeAccess, inTransaction } from '../../database/transaction.ts'
import { InvalidRequest } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { COMPANY_REFUSALS } from '../../shared/company-refusals.ts'
import type { CompanyRefusal } from '../../shared/company-refusals.ts'
import { uuidOf } from '../../lib/uuid.ts'
import { acceptFor } from '../accept-invitation.ts'
import { countAttempt, takeBackAttempt, tokenLimits } from '../attempts.ts'
import { proveEmail } from '../credentials.ts'
import { selectOpen } from '../invitations.ts'
import { isReserved } from '../update-person.ts'
import { addPerson, emailInput, findPerson, lockPerson, nameInput } from '../persons.ts'
import type { LockedPerson } from '../persons.ts'
import { makeToken, tokenHash } from '../secret-token.ts'
import { enterByCompany } from '../sign-in.ts'
import type { SignedIn, Visitor } from '../sign-in.ts'
import { domainOf, configure, findProvider, keepProvider, redirectUri } from './identity-provider.ts'

const SIGN_IN_MS = 10 * 60_000

/** Where somebody wants to sign in: to the pages of a workspace for staff or buyers, or to the deployment. */
export type Destination = { slug?: string | undefined; area: 'w' | 't' }

/** The provider for the pages of a workspace: its own, or that of the deployment. */
export async function findWay(context: Context, slug: string | undefined) {
  const workspaceId = slug === undefined ? null : await findWorkspace(context, slug)
  const own = workspaceId === null ? undefined : await findProvider(context, workspaceId)
  const provider = own ?? (await findProvider(context, null))
  return provider && { provider, issuedBy: own ? workspaceId : null }
}

/**
 * Begins a sign-in with a company's account. Returns where the browser goes, and the token for its cookie: only that
 * browser can come back. Throws InvalidRequest where no provider is set, and RateLimited.
 */
export async function beginCompanySignIn(
  context: Context,
  { slug, area }: Destination,
  { ipAddress }: Visitor,
): Promise<{ url: string; state: string }> {
  await countAttempt(context, tokenLimits(ipAddress))
  const way = await findWay(context, slug)
  if (!way) throw refusal('missing')
  const { provider, issuedBy } = way
  const config = await configure(context, provider)
  const [state, nonce, verifier] = [makeToken(), makeToken(), client.randomPKCECodeVerifier()]
  await context.db
    .insertInto('company_sign_in')
    .values({
      state_hash: tokenHash(state),
      issued_by: issuedBy,
      issuer: provider.issuer,
      path: slug === undefined ? '/' : `/${area}/${slug}`,
      nonce,
      verifier,
      expires_at: new Date(context.clock().getTime() + SIGN_IN_MS),
    })
    .execute()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri(context, issuedBy),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, state }
}

/**
 * Signs in somebody who comes back from a provider. `cookie` is the token of `beginCompanySignIn`. A workspace's provider
 * signs in to that workspace alone: only people who belong there by another way already, or who have no account yet and
 * are invited there. That of the deployment signs in to the account, and proves its e-mail. Throws InvalidRequest.
 */
export async function finishCompanySignIn(
  context: Context,
  given: { query: URLSearchParams; cookie: string | undefined; workspaceId: string | null },
  visitor: Visitor,
): Promise<{ signedIn: SignedIn; path: string }> {
  const { cookie, workspaceId } = given
  const asked = cookie === undefined ? undefined : await takeSignIn(context, cookie)
  const provider = asked && (await findProvider(context, asked.issued_by))
  if (!provider || asked.issued_by !== workspaceId || asked.issuer !== provider.issuer) throw refusal('old')
  const claims = await claimsOf(context, provider, given, { ...asked, state: cookie! })
  const email = emailInput.safeParse(claims['email'])
  if (claims['email_verified'] !== true || !email.success) {
    throw refusal('unverified')
  }
  const signedIn = await inTransaction(context, async (trx) => {
    const person = await personOf(trx, { email: email.data, name: claims['name'], workspaceId })
    // It may have become another one while somebody was there.
    const now = await keepProvider(trx, workspaceId)
    if (now?.issuer !== provider.issuer || now.clientId !== provider.clientId) throw refusal('old')
    const isOurs = now.domains === null || now.domains.includes(domainOf(email.data))
    if (!isOurs) throw refusal('stranger')
    return enterByCompany(trx, person, visitor, workspaceId)
  })
  await takeBackAttempt(context, tokenLimits(visitor.ipAddress))
  return { signedIn, path: asked.path }
}

/** Each is taken once: an answer that is sent again finds nothing. */
async function takeSignIn({ db, clock }: Context, state: string) {
  return db
    .deleteFrom('company_sign_in')
    .where('state_hash', '=', tokenHash(state))
    .where('expires_at', '>', clock())
    .returningAll()
    .executeTakeFirst()
}

async function claimsOf(
  context: Context,
  provider: Parameters<typeof configure>[1],
  { query, workspaceId }: { query: URLSearchParams; workspaceId: string | null },
  asked: { state: string; nonce: string; verifier: string },
): Promise<Record<string, unknown>> {
  try {
    const config = await configure(context, provider)
    const tokens = await client.authorizationCodeGrant(
      config,
      new URL(`?${query.toString()}`, redirectUri(context, workspaceId)),
      {
        expectedState: asked.state,
        expectedNonce: asked.nonce,
        pkceCodeVerifier: asked.verifier,
        idTokenExpected: true,
      },
    )
    const claims = tokens.claims()!
    if (claims['email'] !== undefined) return claims
    return { ...claims, ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)) }
  } catch (error) {
    throw refusal('failed', error)
  }
}

type Claimed = { email: string; name: unknown; workspaceId: string | null }

async function personOf(trx: Context, claimed: Claimed): Promise<LockedPerson> {
  const { email, workspaceId } = claimed
  const known = await findPerson(trx, email)
  // Who is just being removed, or erased, is a stranger then.
  if (known) await closeAccess(trx.db, known.id)
  const person = known && (await lockPerson(trx, known.id))
  if (!person) return join(trx, claimed)
  if (workspaceId === null) return proveEmail(trx, person)
  if (!(await belongsTo(trx, workspaceId, person.id))) throw refusal('stranger')
  return person
}

/** Makes the account of somebody who is invited. Only the deployment's provider proves the address to other workspaces. */
async function join(trx: Context, { email, name, workspaceId }: Claimed): Promise<LockedPerson> {
  const invitations = await openInvitations(trx, email, workspaceId)
  const [first] = invitations
  if (!first) throw refusal('stranger')
  const isVerified = workspaceId === null
  if (!isVerified && (await isReserved(trx, email))) throw refusal('stranger')
  const said = nameInput.safeParse(name)
  const called = said.success ? said.data : (first.name ?? email)
  const id = await addPerson(trx, { name: called, email, isVerified, passwordHash: null })
  const person = id === undefined ? undefined : await lockPerson(trx, id)
  if (!person) throw refusal('stranger')
  for (const invitation of invitations) await acceptFor(trx, person, invitation)
  return person
}

/** What somebody is invited to: in a workspace, or with null anywhere. */
export async function openInvitations(trx: Context, email: string, workspaceId: string | null) {
  const open = workspaceId === null ? selectOpenAnywhere(trx) : selectOpen(trx, workspaceId)
  return open.selectAll().where('email_key', '=', matchingKey(email)).orderBy('workspace_id').orderBy('id').execute()
}

function selectOpenAnywhere({ db, clock }: Context) {
  return db
    .selectFrom('invitation')
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock())
}

async function belongsTo({ db }: Context, workspaceId: string, personId: string): Promise<boolean> {
  for (const table of ['member', 'buyer'] as const) {
    const found = await db
      .selectFrom(table)
      .select('person_id')
      .where('workspace_id', '=', workspaceId)
      .where('person_id', '=', personId)
      .limit(1)
      .execute()
    if (found.length > 0) return true
  }
  return false
}

export async function findAddress({ db }: Context, workspaceId: string): Promise<string | undefined> {
  const place = await db
    .selectFrom('workspace_address')
    .select('slug')
    .where('workspace_id', '=', uuidOf(workspaceId))
    .executeTakeFirst()
  return place?.slug
}

async function findWorkspace({ db }: Context, slug: string): Promise<string | null> {
  const place = await db
    .selectFrom('workspace_address')
    .select('workspace_id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return place?.workspace_id ?? null
}

function refusal(why: CompanyRefusal, cause?: unknown): InvalidRequest {
  return new InvalidRequest(COMPANY_REFUSALS[why], undefined, { cause })
}

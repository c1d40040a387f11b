import { ClientSecretBasic, clockTolerance, customFetch, discovery, enableNonRepudiationChecks } from 'openid-client'
import type { Configuration, CustomFetch } from 'openid-client'
import type { Context, WorkspaceContext } from '../../context.ts'
import type { Row } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import { invalidField, InvalidRequest, NotFound, Refused } from '../../errors.ts'
import { ImageProblem } from '../../catalogue/images/image-decoder.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { Proof } from '../../workspaces/caller.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { pageLink } from '../page-link.ts'
import { Agent, fetch } from 'undici'
import type { buildConnector } from 'undici'
import { guardedConnector, resolveByDns } from '../../catalogue/images/fetch-image.ts'

/** Whom a provider may sign in: addresses of these domains; all with null, as the operator's may. */
export type Provider = { issuer: string; clientId: string; clientSecret: string; domains: string[] | null }

/** By how many seconds the clock of a provider may be wrong. */
const TOLERANCE_SECONDS = 60

/** The provider of a workspace, or with null that of the deployment. */
export async function findProvider(context: Context, workspaceId: string | null): Promise<Provider | undefined> {
  if (!context.company) return undefined
  if (workspaceId === null) return context.company.provider && { ...context.company.provider, domains: null }
  return providerIn(await find({ ...context, workspaceId }))
}

/** The same, which stays as it is until the transaction ends. */
export async function keepProvider(trx: Context, workspaceId: string | null): Promise<Provider | undefined> {
  if (workspaceId === null) return findProvider(trx, null)
  return providerIn(await find({ ...trx, workspaceId }, 'share'))
}

function providerIn(row: Row<'identity_provider'> | undefined): Provider | undefined {
  return row && { issuer: row.issuer, clientId: row.client_id, clientSecret: row.client_secret, domains: row.domains }
}

/** What the provider says of itself, read anew for each sign-in: so a key that it changes counts at once. */
export async function configure(
  { company }: Context,
  { issuer, clientId, clientSecret }: Provider,
): Promise<Configuration> {
  const metadata = { client_secret: clientSecret, [clockTolerance]: TOLERANCE_SECONDS }
  return discovery(new URL(issuer), clientId, metadata, ClientSecretBasic(clientSecret), {
    [customFetch]: company!.fetch,
    timeout: 10,
    execute: [enableNonRepudiationChecks],
  })
}

/**
 * Where a provider sends people back to. Each has an address of its own: so one of them cannot pass off its answer as
 * that of another.
 */
export function redirectUri(context: Context, workspaceId: string | null): string {
  return pageLink(context, `/app-api/account/company/callback${workspaceId === null ? '' : `/${workspaceId}`}`)
}

/** The settings of the workspace's provider, without the secret; null where there is none. */
export async function readProvider(context: WorkspaceContext) {
  const row = await find(context)
  const { company_domains: required } = await context.db
    .selectFrom('workspace')
    .select('company_domains')
    .where('id', '=', context.workspaceId)
    .executeTakeFirstOrThrow()
  return {
    redirectUri: redirectUri(context, context.workspaceId),
    provider: row
      ? { issuer: row.issuer, clientId: row.client_id, domains: row.domains, isRequired: required !== null }
      : null,
  }
}

export type ProviderInput = {
  issuer: string
  clientId: string
  /** Left out, it stays, while issuer and client do. */
  clientSecret?: string | undefined
  domains: string[]
  /** Whether people of the domains work and order here only when signed in by it. */
  isRequired: boolean
}

/**
 * Sets the provider of the workspace, after asking it who it is. Sessions that it began end where it becomes another
 * one. Throws InvalidInput, InvalidRequest where somebody else has just changed it, and Refused for somebody whom it
 * would shut out.
 */
export async function setProvider(context: WorkspaceContext, input: ProviderInput, proof: Proof): Promise<void> {
  const before = await findProvider(context, context.workspaceId)
  const isSame = before?.issuer === input.issuer && before.clientId === input.clientId
  // Else whoever names another issuer would be sent the secret.
  const clientSecret = input.clientSecret ?? (isSame ? before.clientSecret : undefined)
  if (clientSecret === undefined) throw invalidField('clientSecret', 'Is required.')
  if (input.isRequired && !(proof.byCompany && isSame)) {
    throw new Refused(
      'forbidden',
      'Sign in with your company’s account first, to see that it works: this would shut you out.',
    )
  }
  await ask(context, { ...input, clientSecret })
  const values = {
    issuer: input.issuer,
    client_id: input.clientId,
    client_secret: clientSecret,
    domains: JSON.stringify(input.domains),
    updated_at: context.clock(),
  }
  await inTransaction(context, async (trx) => {
    const now = await find(trx, 'change')
    if (now?.issuer !== before?.issuer || now?.client_id !== before?.clientId) {
      throw new InvalidRequest('Somebody has just changed the company sign-in: load the page again.')
    }
    await trx.db
      .insertInto('identity_provider')
      .values({ workspace_id: trx.workspaceId, ...values })
      .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
      .execute()
    if (!isSame) await endItsSessions(trx)
    await require(trx, input.isRequired ? input.domains : null)
    const { issuer, domains, isRequired } = input
    await record(trx, { companySignIn: { issuer, domains, isRequired } })
  })
}

/** Takes the provider away: its sessions end, and everybody signs in by the own account again. Throws NotFound. */
export async function removeProvider(context: WorkspaceContext): Promise<void> {
  await inTransaction(context, async (trx) => {
    const removed = await trx.db
      .deleteFrom('identity_provider')
      .where('workspace_id', '=', trx.workspaceId)
      .returning('issuer')
      .executeTakeFirst()
    if (!removed) throw new NotFound('Nobody signs in with a company’s account here.')
    await endItsSessions(trx)
    await require(trx, null)
    await record(trx, { companySignIn: { from: removed.issuer, to: null } })
  })
}

async function ask(context: WorkspaceContext, { issuer, clientId, clientSecret }: Omit<Provider, 'domains'>) {
  if (!context.company) throw new InvalidRequest('This service has no company sign-in.')
  try {
    await configure(context, { issuer, clientId, clientSecret, domains: null })
  } catch (error) {
    const causes: unknown[] = []
    for (let cause: unknown = error; cause instanceof Error && causes.length < 8; cause = cause.cause)
      causes.push(cause)
    const guarded = causes.find((cause) => cause instanceof ImageProblem)
    const message =
      guarded?.message ?? 'Must be the https address of an issuer of OpenID Connect, as it writes it itself.'
    throw invalidField('issuer', message)
  }
}

async function find({ db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>, lock?: 'share' | 'change') {
  return db
    .selectFrom('identity_provider')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(lock === 'share', (query) => query.forShare())
    .$if(lock === 'change', (query) => query.forUpdate())
    .executeTakeFirst()
}

async function endItsSessions({ db, workspaceId }: WorkspaceContext): Promise<void> {
  await db.deleteFrom('session').where('issued_by', '=', workspaceId).execute()
}

async function require({ db, workspaceId, clock }: WorkspaceContext, domains: string[] | null): Promise<void> {
  const company_domains = domains && JSON.stringify(domains)
  await db
    .updateTable('workspace')
    .set({ company_domains, updated_at: clock() })
    .where('id', '=', workspaceId)
    .execute()
}

async function record(trx: WorkspaceContext, changes: Record<string, unknown>): Promise<void> {
  const { name } = await readWorkspace(trx, trx.workspaceId)
  const subject = { type: 'workspace', id: trx.workspaceId, label: name }
  await recordActivity(trx, { action: 'workspace.update', subject, changes })
}

/** For one call to a provider, in milliseconds. */
const TIMEOUT_MS = 10_000
/** What a provider says of itself, and its keys, are a few kilobytes. */
const MAX_BYTES = 500_000

/** Calls to identity providers. As with images, only public addresses are reached; https is the client's own rule. */
export function providerFetch(connect: buildConnector.connector = guardedConnector(resolveByDns)): CustomFetch {
  const dispatcher = new Agent({ connect, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS })
  return async (url, { body, method, headers }) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const init = { method, headers, signal, dispatcher, redirect: 'manual' as const }
    const answer = await fetch(url, body == null ? init : { ...init, body: body as string })
    const parts: Uint8Array[] = []
    let bytes = 0
    for await (const part of answer.body ?? []) {
      bytes += (part as Uint8Array).length
      if (bytes > MAX_BYTES) throw new Error('The provider answers with more than 500 kB.')
      parts.push(part as Uint8Array)
    }
    const isEmpty = [204, 304].includes(answer.status)
    return new Response(isEmpty ? null : Buffer.concat(parts), {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
    })
  }
}

/** The domain of an e-mail address, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/**
 * Throws Refused for an address whose people sign in to this deployment with their company's account alone: before
 * anything is said of an account with it.
 */
export function refuseOfCompany({ company }: Context, email: string): void {
  if (company?.provider?.domains.includes(domainOf(email))) throw useCompany(email)
}

/** Where people of the domain sign in instead. */
export function useCompany(email: string): Refused {
  return new Refused(
    'forbidden',
    `People of ${domainOf(email)} sign in here with their company’s account: choose that on the sign-in page.`,
  )
}

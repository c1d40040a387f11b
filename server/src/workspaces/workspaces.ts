import { randomUUIDv7 } from 'node:crypto'
import { code as findCurrency } from 'currency-codes'
import { invalidField, NotFound } from '../errors.ts'
import { beginRevision, recordActivity } from './activity/record-activity.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import type { Actor, Plan } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Row } from '../database/tables.ts'
import { makeAddress, takeAddress, changeAddress, readAddress } from './addresses.ts'
import { changedMeanwhile } from './activity/changed-meanwhile.ts'
import { differences } from './activity/differences.ts'
import { contentVersion } from '../lib/content-version.ts'

const TRIAL_DAYS = 30
const DAY_MS = 86_400_000

export type Workspace = ReturnType<typeof shapeWorkspace>

export type NewWorkspace = { name: string; currency: string; timezone: string; taxLabel: string; plan: Plan } & {
  /** The address of its pages; made from the name where it is left out. */
  slug?: string | undefined
}

/**
 * Creates a workspace; a trial runs for 30 days. Throws InvalidInput for an unknown currency or time zone, and for an
 * address that another workspace has.
 */
export async function createWorkspace(
  context: Context & { actor: Actor },
  input: NewWorkspace,
): Promise<{ id: string; slug: string }> {
  requireKnown(input)
  const id = randomUUIDv7()
  const now = context.clock()
  const slug = await inTransaction({ ...context, workspaceId: id }, async (trx) => {
    await trx.db
      .insertInto('workspace')
      .values({
        id,
        name: input.name,
        currency: input.currency,
        timezone: requireTimezone(input.timezone),
        tax_label: input.taxLabel,
        plan: input.plan,
        trial_ends_at: trialEnd(input.plan, now),
        created_at: now,
        updated_at: now,
      })
      .execute()
    await beginRevision(trx)
    const address = input.slug ?? (await makeAddress(trx, input.name))
    if (input.slug !== undefined) await takeAddress(trx, input.slug)
    await recordActivity(trx, {
      action: 'workspace.create',
      subject: { type: 'workspace', id, label: input.name },
      changes: { plan: input.plan },
    })
    return address
  })
  return { id, slug }
}

/** Changes the plan of a workspace, from the next request on. Idempotent. Throws NotFound. */
export async function setPlan(
  context: Context & { actor: Actor },
  input: { workspaceId: string; plan: Plan },
): Promise<{ id: string; plan: Plan }> {
  const { workspaceId, plan } = input
  await inTransaction({ ...context, workspaceId }, async (trx) => {
    const before = await trx.db
      .selectFrom('workspace')
      .select(['name', 'plan'])
      .where('id', '=', workspaceId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) throw new NotFound(`There is no workspace ${workspaceId}.`)
    if (before.plan === plan) return
    const now = trx.clock()
    await trx.db
      .updateTable('workspace')
      .set({ plan, trial_ends_at: trialEnd(plan, now), updated_at: now })
      .where('id', '=', workspaceId)
      .execute()
    await recordActivity(trx, {
      action: 'workspace.set_plan',
      subject: { type: 'workspace', id: workspaceId, label: before.name },
      changes: { plan: { from: before.plan, to: plan } },
    })
  })
  return { id: workspaceId, plan }
}

/** One workspace. Throws NotFound. */
export async function readWorkspace(context: Context, workspaceId: string): Promise<Workspace> {
  const row = await context.db.selectFrom('workspace').selectAll().where('id', '=', workspaceId).executeTakeFirst()
  if (!row) throw new NotFound(`There is no workspace ${workspaceId}.`)
  return shapeWorkspace(row, context.clock())
}

/** All workspaces, oldest first; for the operator. */
export async function listWorkspaces(context: Context): Promise<Workspace[]> {
  const rows = await context.db.selectFrom('workspace').selectAll().orderBy('created_at').orderBy('id').execute()
  return rows.map((row) => shapeWorkspace(row, context.clock()))
}

/** By ISO 4217: 2 for GBP, 0 for JPY, 3 for KWD. `Intl` differs for currencies whose decimals are rarely written. */
export function currencyDecimals(currency: string): number {
  return findCurrency(currency)?.digits ?? 2
}

export function shapeWorkspace(row: Row<'workspace'>, now: Date) {
  return {
    id: row.id,
    name: row.name,
    currency: row.currency,
    /** With 2, 1234 minor units are 12.34. */
    currencyDecimals: currencyDecimals(row.currency),
    timezone: row.timezone,
    taxLabel: row.tax_label,
    /** A trial past its end is `lapsed`. */
    plan: planAt({ plan: row.plan, trialEndsAt: row.trial_ends_at }, now),
    trialEndsAt: row.trial_ends_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}

function trialEnd(plan: Plan, now: Date): Date | null {
  return plan === 'trial' ? new Date(now.getTime() + TRIAL_DAYS * DAY_MS) : null
}

function requireKnown({ currency, timezone }: NewWorkspace): void {
  if (!findCurrency(currency) && !Intl.supportedValuesOf('currency').includes(currency)) {
    throw invalidField('currency', `"${currency}" is not an ISO 4217 code: give one such as GBP.`)
  }
  requireTimezone(timezone)
}

/** The IANA name in its official spelling. Throws InvalidInput. */
function requireTimezone(timezone: string): string {
  const canonical = canonicalTimezone(timezone)
  if (canonical === null) {
    throw invalidField('timezone', `"${timezone}" is not a time zone: give one such as Europe/London.`)
  }
  return canonical
}

/** The IANA name in its official spelling; null for anything else, offsets included. */
function canonicalTimezone(timezone: string): string | null {
  try {
    return /^[+-]/.test(timezone)
      ? null
      : new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** What owners change of their workspace. */
type Settings = { name: string; taxLabel: string; timezone: string; slug: string }

const FIELDS = ['name', 'taxLabel', 'timezone', 'slug'] as const

export async function readSettings(context: WorkspaceContext) {
  const workspace = await readWorkspace(context, context.workspaceId)
  const settings = { ...workspace, slug: await readAddress(context, context.workspaceId) }
  return { ...settings, version: contentVersion(FIELDS.map((field) => settings[field])) }
}

/**
 * Changes settings of the workspace. With another address, links to the old one lead nowhere. Throws Conflict where the
 * settings changed since `version`, and InvalidInput for an unknown time zone or an address that is taken.
 */
export async function updateWorkspace(
  context: WorkspaceContext,
  { version, ...wanted }: Settings & { version: string },
): Promise<void> {
  const after = { ...wanted, timezone: requireTimezone(wanted.timezone) }
  await inTransaction(context, async (trx) => {
    const { db, workspaceId, clock } = trx
    await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
    const before = await readSettings(trx)
    if (before.version !== version) throw await changedMeanwhile(trx, workspaceId)
    const changes = differences(before, after, FIELDS)
    if (Object.keys(changes).length === 0) return
    const { name, taxLabel: tax_label, timezone } = after
    await db
      .updateTable('workspace')
      .set({ name, tax_label, timezone, updated_at: clock() })
      .where('id', '=', workspaceId)
      .execute()
    if (changes['slug']) await changeAddress(trx, after.slug)
    await recordActivity(trx, {
      action: 'workspace.update',
      subject: { type: 'workspace', id: workspaceId, label: name },
      changes,
    })
  })
}

/** What API keys may do under a plan. */
type PlanAccess = 'none' | 'read' | 'write'

const ACCESS: Record<Plan, PlanAccess> = {
  trial: 'write',
  active: 'write',
  pilot: 'write',
  demo: 'none',
  lapsed: 'read',
}

/** The plan at a given time: a trial past its end is lapsed. */
export function planAt(workspace: { plan: Plan; trialEndsAt: Date | null }, at: Date): Plan {
  const { plan, trialEndsAt } = workspace
  return plan === 'trial' && trialEndsAt !== null && trialEndsAt <= at ? 'lapsed' : plan
}

export function planAccess(plan: Plan): PlanAccess {
  return ACCESS[plan]
}

/** The id of the sample is the same everywhere. So of two concurrent calls that create it, only one does. */
export const SAMPLE_WORKSPACE_ID = '01970000-0000-7000-8000-00000005a3e1'

import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction, inSnapshot } from '../../database/transaction.ts'
import { Conflict, InvalidRequest } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import { WORKSPACE_LIMITS } from '../../workspaces/workspace-state.ts'
import { StaleFingerprint } from './fingerprint.ts'
import type { ReviewedPart } from './fingerprint.ts'
import { requireFresh } from './impact-of-change.ts'
import { lockForTransition, move, subjectOf } from './list-price-changes.ts'
import { publishPriceChange } from './publish-price-change.ts'
import type { Publication } from './publish-price-change.ts'
import { sql } from 'kysely'
import { textArray } from '../../database/rowset.ts'
import { ownerName } from './price-change-basis.ts'
import { localTime } from '../../lib/local-time.ts'
import { moneyOf } from '../../workspaces/money-of.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'

/**
 * Sets a draft to be published at a time to come; from then on nothing is added to it. With a fingerprint, only if the
 * preview is still valid.
 * Throws NotFound, or InvalidRequest where it is no draft, the time has passed, the fingerprint is stale, or as many are
 * scheduled as can be.
 */
export async function schedulePriceChange(
  context: WorkspaceContext,
  input: { id: string; at: Date; fingerprint?: string | undefined },
): Promise<{ id: string; status: 'scheduled' }> {
  return inTransaction(context, async (trx) => {
    const change = await lockForTransition(trx, input.id, 'scheduled')
    if (input.at <= trx.clock()) {
      throw new InvalidRequest(`${input.at.toISOString()} has passed: give a time to come, or publish it now.`)
    }
    await requireRoom(trx)
    if (input.fingerprint !== undefined) await requireFresh(trx, change, input.fingerprint)
    await move(trx, change, { status: 'scheduled', scheduled_for: input.at })
    await recordActivity(trx, {
      action: 'price_change.schedule',
      subject: subjectOf(change),
      changes: { scheduledFor: input.at.toISOString() },
    })
    return { id: change.id, status: 'scheduled' }
  })
}

async function requireRoom({ db, workspaceId }: WorkspaceContext): Promise<void> {
  const most = WORKSPACE_LIMITS.scheduledPriceChanges
  const scheduled = await db
    .selectFrom('price_change')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'scheduled')
    .limit(most)
    .execute()
  if (scheduled.length < most) return
  throw new InvalidRequest(`${most} price changes are scheduled, which is the limit. Cancel one, or publish it first.`)
}

/** Calls off a scheduled change, for good. Throws NotFound, or InvalidRequest where it is not scheduled. */
export async function cancelPriceChange(context: WorkspaceContext, input: { id: string }) {
  return end(context, input.id, 'cancelled', 'price_change.cancel')
}

/**
 * Takes a scheduled change back to a draft. The key by which its maker found it is gone: another draft may have it by
 * now. Throws NotFound, or InvalidRequest where it is not scheduled.
 */
export async function unschedulePriceChange(
  context: WorkspaceContext,
  { id }: { id: string },
): Promise<{ id: string; status: 'draft' }> {
  return inTransaction(context, async (trx) => {
    const change = await lockForTransition(trx, id, 'draft')
    await move(trx, change, { status: 'draft', scheduled_for: null, draft_key: null, draft_key_of: null })
    await recordActivity(trx, {
      action: 'price_change.unschedule',
      subject: subjectOf(change),
      changes: { scheduledFor: { from: change.scheduled_for!.toISOString(), to: null } },
    })
    return { id: change.id, status: 'draft' }
  })
}

/** Throws a draft away, for good. Throws NotFound, or InvalidRequest where it is no draft. */
export async function discardPriceChange(context: WorkspaceContext, input: { id: string }) {
  return end(context, input.id, 'discarded', 'price_change.discard')
}

async function end<S extends 'cancelled' | 'discarded'>(
  context: WorkspaceContext,
  id: string,
  status: S,
  action: string,
): Promise<{ id: string; status: S }> {
  return inTransaction(context, async (trx) => {
    const change = await lockForTransition(trx, id, status)
    await move(trx, change, { status })
    await recordActivity(trx, { action, subject: subjectOf(change), changes: { lineCount: change.line_count } })
    return { id: change.id, status }
  })
}

/** What somebody reviewed: the fingerprint of it, and when it was read. */
type Reviewed = { fingerprint: string; seenAt: Date }

/**
 * Publishes a change exactly as it was reviewed. Throws Conflict, with each change since the review as an issue, if it
 * is no longer so; NotFound, or InvalidRequest if it cannot be published.
 */
export async function publishReviewed(
  context: WorkspaceContext,
  { id, fingerprint, seenAt }: Reviewed & { id: string },
): Promise<Publication> {
  return naming(context, { id, seenAt }, () => publishPriceChange(context, { id, fingerprint }))
}

/**
 * Schedules a draft exactly as it was reviewed. Throws as `publishReviewed`, and InvalidRequest if the time has passed.
 */
export async function scheduleReviewed(
  context: WorkspaceContext,
  { id, at, fingerprint, seenAt }: Reviewed & { id: string; at: Date },
) {
  return naming(context, { id, seenAt }, () => schedulePriceChange(context, { id, at, fingerprint }))
}

async function naming<T>(
  context: WorkspaceContext,
  review: { id: string; seenAt: Date },
  decide: () => Promise<T>,
): Promise<T> {
  try {
    return await decide()
  } catch (error) {
    if (!(error instanceof StaleFingerprint)) throw error
    throw new Conflict(error.message, await changesSince(context, { ...review, parts: error.parts }))
  }
}

/** Names up to this many lines, list prices and terms each. */
const MAX_NAMED = 25

/** Subjects whose changes can change what customers pay, or see. */
const TERM_SUBJECTS = ['agreed_price', 'discount_rule', 'customer', 'price_group', 'product', 'brand', 'category']

type Since = { id: string; seenAt: Date; parts: readonly ReviewedPart[] }

/** How a time and an amount are written for the people of a workspace. */
type Words = { time: (at: Date) => string; amount: (minor: number | null) => string }

type Find = (context: WorkspaceContext, since: Since, words: Words) => Promise<Issue[]>

/** What has changed since somebody reviewed a price change, for people, in the given parts of what was reviewed. */
async function changesSince(context: WorkspaceContext, since: Since): Promise<Issue[]> {
  const finders: Record<ReviewedPart, Find[]> = {
    lines: [changedLines],
    prices: [changedPrices],
    terms: [changedTerms, datedTerms],
  }
  return inSnapshot(context, async (trx) => {
    const words = await wordsOf(trx)
    const issues: Issue[] = []
    for (const part of since.parts) for (const find of finders[part]) issues.push(...(await find(trx, since, words)))
    return issues
  })
}

async function wordsOf(context: WorkspaceContext): Promise<Words> {
  const workspace = await readWorkspace(context, context.workspaceId)
  const money = moneyOf(workspace)
  return {
    time: (at) => localTime(workspace.timezone, at).time,
    amount: (minor) => (minor === null ? 'no price' : money(minor)),
  }
}

/** Lines that staff edited, with the first price before and the last one after; and lines that a sync has set. */
async function changedLines({ db, workspaceId }: WorkspaceContext, { id, seenAt }: Since, words: Words) {
  const { rows } = await sql<{
    sku: string
    edited: boolean
    from: number | null
    to: number | null
    who: string | null
    at: Date
  }>`
    with edited as (
      select l.record_id as product_id, ((array_agg(l.before order by a.at, a.id))[1] #>> '{}')::bigint as from_price,
        max(a.at) as at, (array_agg(a.actor ->> 'name' order by a.at desc, a.id desc))[1] as who
      from record_edit e
      join record_edit_line l on l.workspace_id = ${workspaceId} and l.edit_id = e.id
      join activity a on a.workspace_id = ${workspaceId} and a.id = e.id
      where e.workspace_id = ${workspaceId} and e.price_change_id = ${id} and e.created_at > ${seenAt}
      group by l.record_id),
    set_since as (
      select product_id, set_at from price_change_line
      where workspace_id = ${workspaceId} and price_change_id = ${id} and set_at > ${seenAt})
    select p.sku, edited.product_id is not null as edited, edited.from_price as from, line.new_price as to, edited.who,
      coalesce(edited.at, set_since.set_at) as at
    from edited full join set_since on set_since.product_id = edited.product_id
    join product p on p.workspace_id = ${workspaceId} and p.id = coalesce(edited.product_id, set_since.product_id)
    left join price_change_line line on line.workspace_id = ${workspaceId} and line.price_change_id = ${id}
      and line.product_id = p.id
    where edited.product_id is null or edited.from_price is distinct from line.new_price
    order by at desc, p.sku_key limit ${MAX_NAMED}`.execute(db)
  return rows.map(({ sku, edited, from, to, who, at }) => {
    const by = `(${[who, words.time(at)].filter(Boolean).join(', ')})`
    if (!edited) return issue('lines', `${sku}: the new price is ${words.amount(to)} ${by}.`)
    if (from === null) return issue('lines', `${sku} was added: ${words.amount(to)} ${by}.`)
    if (to === null) return issue('lines', `${sku} was removed ${by}.`)
    return issue('lines', `${sku}: the new price went from ${words.amount(from)} to ${words.amount(to)} ${by}.`)
  })
}

/** List prices that another price change has replaced. */
async function changedPrices({ db, workspaceId }: WorkspaceContext, { id, seenAt }: Since, words: Words) {
  const { rows } = await sql<{ sku: string; from: number | null; to: number; name: string; at: Date }>`
    select p.sku, other.old_price as from, other.new_price as to, c.name, c.published_at as at
    from price_change c
    join price_change_line other on other.workspace_id = ${workspaceId} and other.price_change_id = c.id
    join price_change_line line on line.workspace_id = ${workspaceId} and line.price_change_id = ${id}
      and line.product_id = other.product_id
    join product p on p.workspace_id = ${workspaceId} and p.id = line.product_id
    where c.workspace_id = ${workspaceId} and c.published_at > ${seenAt} and c.id <> ${id}
      and other.old_price is distinct from other.new_price
    order by c.published_at desc, p.sku_key limit ${MAX_NAMED}`.execute(db)
  return rows.map(({ sku, from, to, name, at }) =>
    issue(
      'prices',
      `${sku}: the list price went from ${words.amount(from)} to ${words.amount(to)} with "${name}" (${words.time(at)}).`,
    ),
  )
}

/** What has been done to terms, customers and products, whether it concerns this change or not. */
async function changedTerms({ db, workspaceId }: WorkspaceContext, { seenAt }: Since, words: Words) {
  const rows = await db
    .selectFrom('activity')
    .select(['at', 'actor', 'action', 'subject'])
    .where('workspace_id', '=', workspaceId)
    .where('at', '>', seenAt)
    .where(sql<boolean>`subject ->> 'type' = any(${textArray(TERM_SUBJECTS)})`)
    .orderBy('at', 'desc')
    .limit(MAX_NAMED)
    .execute()
  return rows.map(({ at, actor, action, subject }) => {
    const [noun, verb] = action.split('.') as [string, string]
    return issue('terms', `${subject.label}: ${noun} ${verb} (${actor.name}, ${words.time(at)}).`.replaceAll('_', ' '))
  })
}

/** Agreed prices of the lines that have begun or ended by themselves. */
async function datedTerms({ db, workspaceId, clock }: WorkspaceContext, { id, seenAt }: Since, words: Words) {
  const now = clock()
  const { rows } = await sql<{ sku: string; customer: string; ends: boolean; unit: number }>`
    select p.sku, ${ownerName(workspaceId)} as customer, r.unit, coalesce(r.ends_at > ${seenAt} and r.ends_at <= ${now}, false) as ends
    from agreed_price r
    join price_change_line line on line.workspace_id = ${workspaceId} and line.price_change_id = ${id}
      and line.product_id = r.product_id
    join product p on p.workspace_id = ${workspaceId} and p.id = r.product_id
    where r.workspace_id = ${workspaceId}
      and ((r.starts_at > ${seenAt} and r.starts_at <= ${now}) or (r.ends_at > ${seenAt} and r.ends_at <= ${now}))
    order by p.sku_key, customer limit ${MAX_NAMED}`.execute(db)
  return rows.map(({ sku, customer, ends, unit }) =>
    issue(
      'terms',
      `${sku} for ${customer}: the agreed price of ${words.amount(unit)} has ${ends ? 'ended' : 'begun'}.`,
    ),
  )
}

function issue(path: ReviewedPart, message: string): Issue {
  return { path, message }
}

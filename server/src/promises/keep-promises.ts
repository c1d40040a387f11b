import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import type { TermOwner } from '../customers/term-owner.ts'
import { textArray } from '../database/rowset.ts'
import { BreaksPromises, Rehearsed } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { mapInSlices } from '../map-in-slices.ts'
import { counted } from '../rules/counted.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { breakInWords } from './break-in-words.ts'
import type { BrokenPromise } from './break-in-words.ts'
import { newBreak } from './evaluate-promise.ts'
import type { PromiseBasis } from './evaluate-promise.ts'
import { labelOf } from './price-promise.ts'
import type { PricePromise } from './price-promise.ts'
import { isInForce, promisesThat, readPromises } from './promise-rows.ts'
import { readBases } from './read-basis.ts'

/**
 * Which promises an act may touch. `line` is a condition on a line `l` of the promise, `customer` one on the id of its
 * customer; a promise is touched if both are true of it.
 */
export type Touched = {
  line?: (l: { productId: RawBuilder<string> }) => RawBuilder<boolean>
  customer?: (customerId: RawBuilder<string>) => RawBuilder<boolean>
}

/** All promises of customers. */
export function ofCustomers(ids: readonly string[]): Touched {
  return { customer: (id) => sql`${id} = any(${textArray(ids)}::uuid[])` }
}

/**
 * Promises to the customer, or to the customers of the price group, that has a term; with a product, those with a line on
 * it.
 */
export function ofOwner(context: WorkspaceContext, { ids }: TermOwner, productId?: string): Touched {
  const owners = { customers: [ids.customerId ?? []].flat(), groups: [ids.groupId ?? []].flat() }
  return { ...ofOwners(context, owners), ...(productId !== undefined && onProducts([productId])) }
}

/** Promises to customers, and to the customers of price groups, all by their ids. */
export function ofOwners(
  { workspaceId }: WorkspaceContext,
  { customers, groups }: { customers: readonly string[]; groups: readonly string[] },
): Touched {
  if (groups.length === 0) return ofCustomers(customers)
  return {
    customer: (id) => sql`(${id} = any(${textArray(customers)}::uuid[]) or ${id} in (
      select member.id from customer member
      where member.workspace_id = ${workspaceId} and member.group_id = any(${textArray(groups)}::uuid[])))`,
  }
}

/** Promises with a line on one of the products. */
export function onProducts(ids: readonly string[]): Touched {
  return { line: ({ productId }) => sql`${productId} = any(${textArray(ids)}::uuid[])` }
}

/** Promises with a line on a product of the brand or category; without one of them, all. */
export function onScope(
  { workspaceId }: WorkspaceContext,
  { brandId, categoryId }: { brandId: string | null; categoryId: string | null },
): Touched {
  const id = brandId ?? categoryId
  if (id === null) return {}
  const column = sql.ref(brandId === null ? 'p.category_id' : 'p.brand_id')
  return {
    line: ({ productId }) => sql`exists (
      select from product p where p.workspace_id = ${workspaceId} and p.id = ${productId} and ${column} = ${id})`,
  }
}

/** Promises that an entry of the activity tells of. */
const MOST_TOLD = 20

/**
 * Runs an act that may move prices, or who sees products, in its transaction. Where a promise that it may touch held,
 * and after it does not, now or at any time until the promise ends, the act needs a reason: else it throws
 * BreaksPromises, which names the promises, and nothing is written. The reason is kept in the activity.
 *
 * The act itself is not understood: what is compared are the prices before it and after it, by the same evaluation that
 * customers get. Its prices are read again once it has raised the revision of the workspace, so of two acts at once the
 * second finds what the first did.
 */
export async function keepingPromises<T>(trx: WorkspaceContext, touched: Touched, act: () => Promise<T>): Promise<T> {
  // What the clock does, such as publishing what is due, was told when it was scheduled.
  const promises = trx.actor.type === 'system' ? [] : await touchedPromises(trx, touched)
  if (promises.length === 0) {
    // A rehearsal without promises costs no act.
    if (trx.isRehearsal) throw new Rehearsed()
    return act()
  }
  const before = await readBases(trx, promises)
  const result = await act()
  const after = await readBases(trx, promises)
  const broken = await newlyBroken(trx, promises, before, after)
  if (broken.length > 0) await answerFor(trx, broken)
  return result
}

/** What publishing a draft now would break of promises, by their ids, in words. */
export async function foreseeBreaks(context: WorkspaceContext, touched: Touched, draftId: string): Promise<Issue[]> {
  const promises = await touchedPromises(context, touched)
  if (promises.length === 0) return []
  const before = await readBases(context, promises)
  const after = await readBases(context, promises, { assumed: { priceChangeId: draftId, at: context.clock() } })
  return inWords(context, await newlyBroken(context, promises, before, after))
}

async function newlyBroken(
  { clock }: WorkspaceContext,
  promises: readonly PricePromise[],
  before: readonly PromiseBasis[],
  after: readonly PromiseBasis[],
): Promise<BrokenPromise[]> {
  const found = await mapInSlices([...promises.keys()], (i): BrokenPromise[] => {
    const broken = newBreak(promises[i]!, before[i]!, after[i]!, clock())
    return broken ? [{ promise: promises[i]!, ...broken }] : []
  })
  return found.flat()
}

async function inWords(context: WorkspaceContext, broken: readonly BrokenPromise[]): Promise<Issue[]> {
  const workspace = await readWorkspace(context, context.workspaceId)
  const words = { money: moneyOf(workspace), timeZone: workspace.timezone, now: context.clock() }
  return broken.map((one) => ({ path: one.promise.id, message: breakInWords(one, words) }))
}

async function touchedPromises(
  trx: WorkspaceContext,
  { line, customer = () => sql`true` }: Touched,
): Promise<PricePromise[]> {
  const { workspaceId, clock } = trx
  const ofLine = line
    ? sql`exists (
        select from promise_line l where l.workspace_id = ${workspaceId} and l.promise_id = promise.id
          and ${line({ productId: sql`l.product_id` })})`
    : sql`true`
  const condition = sql<boolean>`${isInForce(clock())} and ${customer(sql`promise.customer_id`)} and ${ofLine}`
  return readPromises(trx, promisesThat(workspaceId, condition))
}

/** Records the reason. Throws BreaksPromises where none was given. */
async function answerFor(trx: WorkspaceContext, broken: readonly BrokenPromise[]): Promise<void> {
  const issues = await inWords(trx, broken)
  if (trx.isRehearsal || trx.promiseReason === undefined) throw new BreaksPromises(issues)
  const [{ promise }] = broken as [BrokenPromise]
  await recordActivity(trx, {
    action: 'promise.break',
    subject:
      broken.length === 1
        ? { type: 'promise', id: promise.id, label: labelOf(promise), customerId: promise.customer.id }
        : { type: 'promise', id: null, label: counted(broken.length, 'promise') },
    changes: {
      reason: trx.promiseReason,
      broken: issues.slice(0, MOST_TOLD).map(({ message }) => message),
    },
  })
}

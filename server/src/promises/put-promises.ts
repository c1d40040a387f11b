import { sql } from 'kysely'
import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { resolveCustomers, whyUnresolved } from '../customers/resolve-customers.ts'
import { advisoryLock } from '../database/advisory-lock.ts'
import { textArray } from '../database/rowset.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput, InvalidRequest } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { productsBySku } from '../pricing/products-by-sku.ts'
import { WORKSPACE_LIMITS } from '../workspaces/workspace-limits.ts'
import { planPromises } from './plan-promises.ts'
import type { FoundItem, PlannedPromise, PromiseItem, PromisePlan } from './plan-promises.ts'
import { labelOf } from './price-promise.ts'
import type { PricePromise } from './price-promise.ts'
import { promisesThat, readPromises } from './promise-rows.ts'
import { requireRoom, writePromises } from './write-promises.ts'

/**
 * Creates or replaces promises by their references: all rows or none. Idempotent. It changes no price, and it takes one
 * that is broken already. Throws InvalidInput, naming the rows; and InvalidRequest past the limit of the workspace.
 */
export async function putPromises(
  context: WorkspaceContext,
  { promises }: { promises: readonly PromiseItem[] },
): Promise<{ created: number; updated: number }> {
  return inTransaction(context, async (trx) => {
    const { creates, updates } = await savePromises(trx, promises)
    await recordSaved(trx, { creates, updates })
    return { created: creates.length, updated: promises.length - creates.length }
  })
}

/** Writes promises, and returns what it wrote. Call it in a transaction. */
export async function savePromises(trx: WorkspaceContext, items: readonly PromiseItem[]): Promise<PromisePlan> {
  refuseTooManyLines(items)
  await lockPromises(trx)
  const found = await findNamed(trx, items)
  const plan = planPromises(found, await readNamed(trx, items))
  await requireRoom(trx, plan)
  await writePromises(trx, plan)
  return plan
}

/** Before they are looked up. Throws InvalidRequest. */
function refuseTooManyLines(items: readonly PromiseItem[]): void {
  const most = WORKSPACE_LIMITS.linesOfPromises
  if (items.reduce((sum, { lines }) => sum + lines.length, 0) <= most) return
  throw new InvalidRequest(`The call can only have ${most} lines in all: a workspace has no more. Send fewer.`)
}

/** One call at a time writes the promises of a workspace. */
export async function lockPromises({ db, workspaceId }: WorkspaceContext): Promise<void> {
  await advisoryLock(db, `${workspaceId} promises`, 'exclusive')
}

async function readNamed(trx: WorkspaceContext, items: readonly PromiseItem[]): Promise<PricePromise[]> {
  const keys = items.flatMap(({ reference }) => (reference === undefined ? [] : matchingKey(reference)))
  if (keys.length === 0) return []
  return readPromises(trx, promisesThat(trx.workspaceId, sql`reference_key = any(${textArray(keys)})`))
}

/** Throws InvalidInput. */
async function findNamed(trx: WorkspaceContext, items: readonly PromiseItem[]): Promise<FoundItem[]> {
  const customers = await resolveCustomers(
    trx,
    items.map(({ customer }) => customer),
  )
  const products = await productsBySku(
    trx,
    items.flatMap(({ lines }) => lines.map(({ sku }) => sku)),
  )
  const issues: Issue[] = [...repeatedReferences(items)]
  const found = items.map(({ customer: named, lines, ...item }, i) => {
    const customer = customers.get(named)
    const problem = whyUnresolved(named, customer).join(' ')
    if (problem) issues.push({ path: `promises.${i}.customer`, message: problem })
    const placed = lines.map(({ sku, qty, unit = null }, at) => {
      const product = products.get(matchingKey(sku))
      if (!product) {
        issues.push({ path: `promises.${i}.lines.${at}.sku`, message: `There is no product with the SKU "${sku}".` })
      }
      return { productId: product?.id ?? '', sku: product?.sku ?? sku, qty, unit }
    })
    return { ...item, customer, lines: placed }
  })
  if (issues.length > 0) throw new InvalidInput(issues)
  return found as FoundItem[]
}

function repeatedReferences(items: readonly PromiseItem[]): Issue[] {
  const first = new Map<string, number>()
  return items.flatMap(({ reference }, i) => {
    if (reference === undefined) return []
    const other = first.getOrInsertComputed(matchingKey(reference), () => i)
    return other === i
      ? []
      : [{ path: `promises.${i}.reference`, message: `Row ${other} has the same reference: send each once.` }]
  })
}

async function recordSaved(trx: WorkspaceContext, { creates, updates }: PromisePlan): Promise<void> {
  const written = [...creates, ...updates.map(({ to }) => to)]
  if (written.length === 0) return
  const [one] = written
  await recordActivity(trx, {
    action: 'promise.set',
    subject:
      written.length === 1
        ? { type: 'promise', id: one!.id, label: labelOf(one!), customerId: one!.customer.id }
        : { type: 'promise', id: null, label: `${written.length} promises` },
    changes:
      written.length === 1
        ? changesOf(updates[0]?.from ?? null, one!)
        : { created: creates.length, updated: updates.length },
  })
}

function changesOf(from: PricePromise | null, to: PlannedPromise): Record<string, unknown> {
  const after = toldOf(to)
  if (!from) return after
  const before: Record<string, unknown> = toldOf(from)
  return Object.fromEntries(
    Object.entries(after).flatMap(([field, value]) =>
      JSON.stringify(before[field]) === JSON.stringify(value) ? [] : [[field, { from: before[field], to: value }]],
    ),
  )
}

/** Lines that the activity tells of a promise. */
const LINES_TOLD = 20

function toldOf({ customer, lines, total, until, note }: PlannedPromise) {
  return {
    customer: customer.name,
    lines: lines.slice(0, LINES_TOLD).map(({ sku, qty, unit }) => ({ sku, qty, unit })),
    lineCount: lines.length,
    total,
    until: until.toISOString(),
    note,
  }
}

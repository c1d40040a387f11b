import { linesOf } from '../activity/stored-edits.ts'
import type { StoredLine } from '../activity/stored-edits.ts'
import type { ProductChanges } from '../activity/product-changes.ts'
import { recordPart } from '../activity/record-activity.ts'
import { changedCustomers } from '../activity/record-changes.ts'
import { lowerVersions, withSameVersion } from '../activity/record-versions.ts'
import type { Versioned } from '../activity/record-versions.ts'
import { LEFT_TOLD } from '../activity/ways-to-undo.ts'
import type { UndoForecast } from '../activity/ways-to-undo.ts'
import type { WorkspaceContext } from '../../context.ts'
import { atOneState } from '../../database/paging/index.ts'
import type { PriceImpact } from '../../shared/price-impact.ts'
import { clashesOf, replaceCodes, storedCodes } from '../../catalogue/customer-codes.ts'
import type { StoredCode } from '../../catalogue/customer-codes.ts'
import { lockCustomers } from '../../customers/find-customer.ts'
import { uuidArray } from '../../database/rowset.ts'

/** A line of a record that was there before. */
export type OldLine<Before> = StoredLine<Before> & { before: Before }

/** Adds up what undoing lines would do to the prices of customers. */
export type UndoneImpact = {
  add(lines: readonly StoredLine[]): Promise<void>
  /** Null where no price moves. */
  result(): Promise<PriceImpact | null>
}

/** What the forecast of an undo asks of the kind of its records. */
export type ForecastKind<Before = any> = {
  /** The lines that can be undone: nobody has changed their records since, and what they were is possible still. */
  intact(context: WorkspaceContext, lines: readonly StoredLine<Before>[]): Promise<readonly StoredLine<Before>[]>
  /** What new records are used for since, in a word, by their ids: then they stay. */
  usesOf?(context: WorkspaceContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** For kinds that hold discounts, or who sees products, by what their records are: products and customers. */
  moves?(context: WorkspaceContext): UndoneImpact
}

/** How records of one kind get back what they were. */
export type UndoKind<Before = any> = ForecastKind<Before> & {
  /** Where the versions of its records are. */
  versioned: Versioned
  /**
   * Locks the records in the order of all writers, where the caller has not. Returns the customers that they are, or
   * whose terms they are.
   */
  lock?(trx: WorkspaceContext, lines: readonly StoredLine<Before>[]): Promise<readonly string[] | void>
  restore(trx: WorkspaceContext, lines: readonly OldLine<Before>[]): Promise<ProductChanges | void>
  /** Deletes new records. */
  remove?(trx: WorkspaceContext, ids: readonly string[]): Promise<void>
}

/**
 * Undoes lines of one kind: records get back what they were, with the version of then, and new ones go. What anybody has
 * changed since is left. Returns the ids of those. Call it in a transaction.
 */
export async function undoLines(
  trx: WorkspaceContext,
  kind: UndoKind,
  lines: readonly StoredLine[],
): Promise<{ restored: string[]; removed: string[] }> {
  const customers = (await kind.lock?.(trx, lines)) ?? []
  const intact = await kind.intact(trx, lines)
  const old = intact.filter(({ before }) => before !== null)
  const removed = intact.flatMap(({ id, before }) => (before === null ? [id] : []))
  if (removed.length > 0) await kind.remove!(trx, removed)
  const changed = old.length > 0 ? await kind.restore(trx, old) : undefined
  await recordPart(trx, changed ?? undefined, changedCustomers(customers))
  await lowerVersions(trx, kind.versioned, old)
  return { restored: old.map(({ id }) => id), removed }
}

/** What undoing an edit or an import of records of one kind would do. */
export async function forecastUndo(context: WorkspaceContext, id: string, kind: ForecastKind): Promise<UndoForecast> {
  const { result } = await atOneState(context, () => forecastLines(context, id, kind))
  return result
}

async function forecastLines(context: WorkspaceContext, id: string, kind: ForecastKind): Promise<UndoForecast> {
  const moves = kind.moves?.(context)
  const forecast: UndoForecast = { undoes: 0, leaves: 0, examples: [], moves: null }
  for await (const lines of linesOf(context, id)) {
    const intact = await kind.intact(context, lines)
    const ids = new Set(intact.map(({ id }) => id))
    const left = lines.filter(({ id }) => !ids.has(id))
    forecast.undoes += intact.length
    forecast.leaves += left.length
    forecast.examples.push(...(await named(context, kind, left.slice(0, LEFT_TOLD - forecast.examples.length))))
    await moves?.add(intact)
  }
  return { ...forecast, moves: (await moves?.result()) ?? null }
}

/** Their labels; of new ones with what they are used for. */
async function named(context: WorkspaceContext, kind: ForecastKind, left: readonly StoredLine[]): Promise<string[]> {
  const created = left.flatMap(({ id, before }) => (before === null ? [id] : []))
  const uses = await kind.usesOf?.(context, created)
  return left.map(({ id, label }) => (uses?.has(id) ? `${label} (${uses.get(id)})` : label))
}

type Before = { code: string | null }

/** Part numbers of customers. One whose old number stands for another product now is left. */
export const customerCodes: UndoKind<Before> = {
  versioned: 'customer_code',
  intact: async (context, lines) => {
    const same = await withSameVersion(context, 'customer_code', lines)
    const rows = await rowsOf(context, same)
    const wanted = same.map(({ id, before }) => ({ ...rows.get(id)!, code: before?.code ?? null }))
    const clashes = clashesOf(wanted, await storedCodes(context, wanted))
    return same.filter((_, i) => !clashes.has(i))
  },
  lock: async (trx, lines) => {
    const owners = new Set([...(await rowsOf(trx, lines)).values()].map(({ customerId }) => customerId))
    await lockCustomers(trx, [...owners])
    return [...owners]
  },
  restore: async (trx, lines) => {
    const rows = await rowsOf(trx, lines)
    await replaceCodes(
      trx,
      lines,
      lines.map(({ id, before: { code } }) => ({ ...rows.get(id)!, code })),
    )
  },
  remove: (trx, ids) =>
    replaceCodes(
      trx,
      ids.map((id) => ({ id })),
      [],
    ),
}

async function rowsOf(
  { db, workspaceId }: WorkspaceContext,
  lines: readonly Pick<StoredLine, 'id'>[],
): Promise<Map<string, Omit<StoredCode, 'sku'>>> {
  const rows = await db
    .selectFrom('customer_code')
    .select(['id', 'customer_id as customerId', 'product_id as productId', 'code'])
    .where('workspace_id', '=', workspaceId)
    .where((code) => code('id', '=', code.fn.any(uuidArray(lines.map(({ id }) => id)))))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

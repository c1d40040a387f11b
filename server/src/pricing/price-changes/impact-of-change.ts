import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { textArray } from '../../database/rowset.ts'
import type { Row } from '../../database/tables.ts'
import { mapInSlices } from '../../lib/map-in-slices.ts'
import { previewOf } from '../impact/price-impact.ts'
import { bySku } from '../impact/products.ts'
import type { Compared } from '../impact/products.ts'
import { firstInverted, firstShields } from './agreed-on-lines.ts'
import { changeBpOf, readChangeTerms } from './change-lines.ts'
import type { ChangeTerms } from './change-lines.ts'
import { affectedCustomers, findLargestRise } from './customers-hit.ts'
import type { Affected, Kept } from './customers-hit.ts'
import { fingerprintOf, requireSame } from './fingerprint.ts'
import { linesByChange, roundedAverage, sumOf } from './histogram.ts'
import { momentOf } from './price-change-basis.ts'
import { readPriceChange } from './list-price-changes.ts'

/** Lists up to this many customers who pay more, and as many who pay less. */
const MAX_LISTED = 100

/** A line with list prices in minor units. `changeBp` is null if there is no current price, or it is 0. */
export type PriceChangeLine = NonNullable<Awaited<ReturnType<typeof nameLine>>>
export type PriceChangeSummary = Awaited<ReturnType<typeof summarize>>
export type Impact = Awaited<ReturnType<typeof assess>>

/**
 * What a change does with the terms that apply now, or when it is published. It is read in slices, and cached by the
 * state of the workspace. If the workspace is written all the time, slices may be of different states. The fingerprint
 * covers the same rows: so it is that of a state only if the slices are as in that state. Throws NotFound.
 */
export async function cachedImpact(context: WorkspaceContext, id: string): Promise<Impact> {
  const at = momentOf(await readPriceChange(context, id), context.clock())
  return previewOf(context, ['price change', id], async () => assess(context, await readPriceChange(context, id)), at)
}

/**
 * Throws StaleFingerprint, naming what has changed, if the change no longer does what the preview with that fingerprint
 * said; InvalidRequest for a text that is no fingerprint. Call it in the transaction that acts on the change: it finds
 * what the preview has read, unless the workspace was written since.
 */
export async function requireFresh(trx: WorkspaceContext, change: Row<'price_change'>, given: string): Promise<void> {
  requireSame(change, given, (await cachedImpact(trx, change.id)).assessment.fingerprint)
}

async function assess(context: WorkspaceContext, change: Row<'price_change'>) {
  const at = momentOf(change, context.clock())
  const terms = await readChangeTerms(context, change, at)
  const { affected, kept } = await affectedCustomers(terms)
  return {
    assessment: {
      fingerprint: await fingerprintOf(terms),
      summary: await summarize(context, { change, terms, affected, kept, at }),
    },
    customers: {
      ...(await hardestHit(context, terms, affected)),
      /** Agreed prices that keep a customer's price as it is. */
      shields: await firstShields(context, kept, at),
    },
    lines: linesByChange(terms.lines.map(changeBpOf)),
  }
}

type Assessed = {
  change: Row<'price_change'>
  terms: ChangeTerms
  affected: Affected[]
  kept: Kept
  at: Date
}

/** The effect of all lines on list prices and on customers, at a quantity of 1. */
async function summarize(context: WorkspaceContext, { change, terms, affected, kept, at }: Assessed) {
  const { lines, inverted } = terms
  const changes = lines.flatMap((line) => changeBpOf(line) ?? [])
  const moves = lines.flatMap(({ before, after }) =>
    before.listPrice === null ? [] : [after.listPrice! - before.listPrice],
  )
  const customers = (more: boolean, less: boolean) =>
    affected.filter((customer) => customer.more === more && customer.less === less).length
  return {
    increased: moves.filter((by) => by > 0).length,
    decreased: moves.filter((by) => by < 0).length,
    unchanged: moves.filter((by) => by === 0).length,
    averageChangeBp: roundedAverage(sumOf(changes), changes.length),
    largestIncrease: await nameLine(context, largest(lines, 1)),
    largestDecrease: await nameLine(context, largest(lines, -1)),
    /** Active customers with higher prices, lower prices, both, or no other price. */
    customers: {
      payMore: customers(true, false),
      payLess: customers(false, true),
      mixed: customers(true, true),
      paySame: customers(false, false),
    },
    /** Lines that change a list price, where a customer who sees the product has an agreed price. */
    shieldedLines: kept.size,
    /**
     * Agreed prices above the new list price, at any quantity, current or future. The list is cut, the count is not.
     */
    inverted: {
      count: inverted.values().reduce((sum, count) => sum + count, 0),
      ...(await firstInverted(context, terms, at)),
    },
    /** Lines whose product is deleted. */
    deleted: Math.max(0, change.line_count - lines.length),
  }
}

/** The line with the largest rise or drop, the first by SKU among several. */
function largest(lines: readonly Compared[], sign: 1 | -1): Compared | null {
  let found: Compared | null = null
  let most = 0
  for (const line of lines) {
    const change = sign * (changeBpOf(line) ?? 0)
    if (change < most || (change === most && (!found || bySku(line, found) > 0))) continue
    found = line
    most = change
  }
  return found
}

async function nameLine(context: WorkspaceContext, line: Compared | null) {
  if (line === null) return null
  const { id: productId, before, after } = line
  const { sku, name } = (await nameProducts(context, [productId])).get(productId) ?? { sku: '', name: '' }
  const [currentPrice, newPrice, changeBp] = [before.listPrice, after.listPrice!, changeBpOf(line)]
  return { productId, sku, name, currentPrice, newPrice, changeBp }
}

/** Those who pay more for something, highest average first; and those who pay less on average, lowest average first. */
async function hardestHit(context: WorkspaceContext, terms: ChangeTerms, affected: readonly Affected[]) {
  const more = affected.filter((customer) => customer.more).toSorted((a, b) => b.averageBp - a.averageBp)
  const less = affected.filter(({ averageBp }) => averageBp < 0).toSorted((a, b) => a.averageBp - b.averageBp)
  const listed = [more.slice(0, MAX_LISTED), less.slice(0, MAX_LISTED)]
  const largestRise = findLargestRise(terms)
  const found = await mapInSlices(listed.flat(), ({ payer }) => [payer, largestRise(payer)] as const)
  const rises = new Map(found)
  const risen = found.flatMap(([, rise]) => rise?.line.id ?? [])
  const products = await nameProducts(context, risen)
  const ids = found.map(([{ id }]) => id)
  const customers = await nameCustomers(context, ids)
  const [payMore, payLess] = listed.map((some) =>
    some.flatMap(({ payer, averageBp, rises: rising, drops, shielded }) => {
      const [customer, rise] = [customers.get(payer.id), rises.get(payer) ?? null]
      const product = rise && products.get(rise.line.id)
      if (!customer || (rise && !product)) return []
      // At the customer's own prices for one unit.
      const largest = rise && { ...product!, before: rise.before, after: rise.after, changeBp: rise.changeBp }
      return [{ ...customer, averageBp, rises: rising, drops, shielded, largestRise: largest }]
    }),
  )
  return { payMore: payMore!, payLess: payLess! }
}

/** SKUs and names by id. */
export async function nameProducts(
  { db, workspaceId }: WorkspaceContext,
  ids: readonly string[],
): Promise<Map<string, { sku: string; name: string }>> {
  const { rows } = await sql<{ id: string; sku: string; name: string }>`
    select p.id, p.sku, p.name from unnest(${textArray(ids)}) as asked(id) cross join lateral (
      select * from product
      where workspace_id = ${workspaceId} and id = asked.id::uuid limit 1) p`.execute(db)
  return new Map(rows.map(({ id, ...product }) => [id, product]))
}

export async function nameCustomers({ db, workspaceId }: WorkspaceContext, ids: readonly string[]) {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'account_code as accountCode', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${textArray(ids)}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

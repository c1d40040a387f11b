import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { textArray } from '../../database/rowset.ts'
import type { Row } from '../../database/tables.ts'
import { mapInSlices } from '../../lib/map-in-slices.ts'
import { lastTermsChange } from '../kinds-of-term.ts'
import { StateCache } from '../../database/paging/index.ts'
import { firstInverted, firstShields } from './agreed-on-lines.ts'
import { bySku, readChangeTerms } from './change-lines.ts'
import type { ChangeLine, ChangeTerms } from './change-lines.ts'
import { affectedCustomers, largestRise } from './customers-hit.ts'
import type { Affected } from './customers-hit.ts'
import { fingerprintOf, requireSame } from './fingerprint.ts'
import { histogramOf, linesByChange, roundedAverage, sumOf } from './histogram.ts'
import { momentOf } from './price-change-basis.ts'
import { readPriceChange } from './price-change-status.ts'

/** Entries in the cache. One takes up to 60 kB. */
const MAX_CACHED = 300
/** Lists up to this many customers who pay more, and as many who pay less. */
const MAX_LISTED = 100

/** A line with list prices in minor units. `changeBp` is null if there is no current price, or it is 0. */
export type PriceChangeLine = {
  productId: string
  sku: string
  name: string
  currentPrice: number | null
  newPrice: number
  changeBp: number | null
}

type CustomerHit = Pick<Affected, 'averageBp' | 'rises' | 'drops' | 'shielded'> & {
  id: string
  accountCode: string | null
  name: string
  /** At the customer's own prices for one unit, in minor units. Null if nothing rises. */
  largestRise: { sku: string; name: string; before: number; after: number; changeBp: number } | null
}

export type PriceChangeSummary = Awaited<ReturnType<typeof summarize>>
type Impact = Awaited<ReturnType<typeof assess>>

const impacts = new StateCache<Impact>({ max: MAX_CACHED })

/**
 * What a change does with the terms that apply now, or when it is published. It is read in slices, and cached by the
 * state of the workspace. If the workspace is written all the time, slices may be of different states. The fingerprint
 * covers the same rows: so it is that of a state only if the slices are as in that state. Throws NotFound.
 */
export async function cachedImpact(context: WorkspaceContext, id: string): Promise<Impact> {
  const at = momentOf(await readPriceChange(context, id), context.clock())
  return impacts.read(context, `${id} ${await lastTermsChange(context, at)}`, async () =>
    assess(context, await readPriceChange(context, id)),
  )
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
      /** Customers by their average. */
      histogram: histogramOf(
        affected.map(({ averageBp }) => averageBp),
        'customers',
      ),
      ...(await hardestHit(context, terms, affected)),
      /** Agreed prices that keep a customer's price as it is. */
      shields: await firstShields(context, terms, { kept, at }),
    },
    lines: linesByChange(terms.lines),
  }
}

type Assessed = {
  change: Row<'price_change'>
  terms: ChangeTerms
  affected: Affected[]
  kept: Set<ChangeLine>
  at: Date
}

/** The effect of all lines on list prices and on customers, at a quantity of 1. */
async function summarize(context: WorkspaceContext, { change, terms, affected, kept, at }: Assessed) {
  const { lines } = terms
  const changes = lines.flatMap(({ changeBp }) => changeBp ?? [])
  const count = (is: (line: ChangeLine) => boolean) => lines.filter(is).length
  const customers = (more: boolean, less: boolean) =>
    affected.filter((customer) => customer.more === more && customer.less === less).length
  return {
    increased: count(({ before, after }) => before !== null && after > before),
    decreased: count(({ before, after }) => before !== null && after < before),
    unchanged: count(({ before, after }) => after === before),
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
      count: lines.reduce((sum, { inverted }) => sum + inverted, 0),
      ...(await firstInverted(context, terms, at)),
    },
    /** Lines whose product is deleted. */
    deleted: Math.max(0, change.line_count - lines.length),
  }
}

/** The line with the largest rise or drop, the first by SKU among several. */
function largest(lines: readonly ChangeLine[], sign: 1 | -1): ChangeLine | null {
  let found: ChangeLine | null = null
  for (const line of lines) {
    const change = sign * (line.changeBp ?? 0)
    const most = found === null ? 0 : sign * found.changeBp!
    if (change > most || (found && change === most && bySku(line, found) < 0)) found = line
  }
  return found
}

async function nameLine(context: WorkspaceContext, line: ChangeLine | null): Promise<PriceChangeLine | null> {
  if (line === null) return null
  const { id: productId, before, after, changeBp } = line
  const { sku, name } = (await nameProducts(context, [productId])).get(productId) ?? { sku: '', name: '' }
  return { productId, sku, name, currentPrice: before, newPrice: after, changeBp }
}

/** Those who pay more for something, highest average first; and those who pay less on average, lowest average first. */
async function hardestHit(context: WorkspaceContext, terms: ChangeTerms, affected: readonly Affected[]) {
  const more = affected.filter((customer) => customer.more).toSorted((a, b) => b.averageBp - a.averageBp)
  const less = affected.filter(({ averageBp }) => averageBp < 0).toSorted((a, b) => a.averageBp - b.averageBp)
  return {
    payMore: await nameHits(context, terms, more.slice(0, MAX_LISTED)),
    payLess: await nameHits(context, terms, less.slice(0, MAX_LISTED)),
  }
}

/** Names customers, each with its largest rise. */
async function nameHits(
  context: WorkspaceContext,
  terms: ChangeTerms,
  affected: readonly Affected[],
): Promise<CustomerHit[]> {
  const rises = await mapInSlices(affected, ({ payer }) => largestRise(payer, terms))
  const rising = rises.flatMap((rise) => rise?.line.id ?? [])
  const products = await nameProducts(context, [...new Set(rising)])
  const customers = await nameCustomers(
    context,
    affected.map(({ payer }) => payer.id),
  )
  return affected.flatMap(({ payer, averageBp, rises: rising, drops, shielded }, i) => {
    const [customer, rise] = [customers.get(payer.id), rises[i]]
    const product = rise && products.get(rise.line.id)
    if (!customer || (rise && !product)) return []
    const largest = rise && { ...product!, before: rise.before, after: rise.after, changeBp: rise.line.changeBp! }
    return [{ ...customer, averageBp, rises: rising, drops, shielded, largestRise: largest ?? null }]
  })
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

/** Names of customers by id. */
export async function nameCustomers({ db, workspaceId }: WorkspaceContext, ids: readonly string[]) {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'account_code as accountCode', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', sql<string>`any(${textArray(ids)}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { textArray } from '../database/rowset.ts'
import type { Affected } from './affected-customers.ts'
import { isRelevantAgreedPrice, linesOfProducts, ownerName, productsByIds } from './price-change-basis.ts'
import { bySku } from './read-change-lines.ts'
import type { ChangeLine } from './read-change-lines.ts'

/** Lists up to this many inverted agreed prices. The count covers all of them. */
const MAX_INVERTED_LISTED = 50

/** A line with list prices in minor units. `changeBp` is null if there is no current price, or it is 0. */
export type PriceChangeLine = {
  productId: string
  sku: string
  name: string
  currentPrice: number | null
  newPrice: number
  changeBp: number | null
}

/** An agreed price that is higher than the new list price. */
type Inverted = {
  id: string
  productId: string
  sku: string
  /** Minor units, like `newPrice`. */
  unit: number
  newPrice: number
  minQty: number
}

type OfCustomer = Inverted & { customerId: string; accountCode: string | null; customer: string }
type OfGroup = Inverted & { groupId: string; group: string }
/** Of a customer, or of a price group, by that name. */
type InvertedRow = Inverted & {
  customerId: string | null
  groupId: string | null
  accountCode: string | null
  owner: string
}

export type PriceChangeSummary = Awaited<ReturnType<typeof summarize>>

export type Assessment = { fingerprint: string; summary: PriceChangeSummary }

/** The effect of all lines on list prices and on customers, at a quantity of 1. */
export async function summarize(
  context: WorkspaceContext,
  { change, lines, affected, at }: { change: Row<'price_change'>; lines: ChangeLine[]; affected: Affected[]; at: Date },
) {
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
    shieldedLines: count(({ shielded }) => shielded),
    /**
     * Agreed prices above the new list price, at any quantity, current or future. The list is cut, the count is not.
     */
    inverted: {
      count: lines.reduce((sum, { inverted }) => sum + inverted, 0),
      ...byOwner(await firstInverted(context, { change, lines, at })),
    },
    /** Lines whose product is deleted. */
    deleted: Math.max(0, change.line_count - lines.length),
  }
}

/** Each kind of owner has a list of its own: a row of `listed` always has a customer. */
function byOwner(rows: readonly InvertedRow[]) {
  const [listed, ofGroups] = [[], []] as [OfCustomer[], OfGroup[]]
  for (const { customerId, accountCode, groupId, owner, ...row } of rows) {
    if (customerId !== null) listed.push({ ...row, customerId, accountCode, customer: owner })
    if (groupId !== null) ofGroups.push({ ...row, groupId, group: owner })
  }
  return { listed, ofGroups }
}

/** A sum of many changes may be past what a number holds exactly. */
export function sumOf(changes: readonly number[]): bigint {
  return changes.reduce((sum, change) => sum + BigInt(change), 0n)
}

/** Rounded half away from zero, as Postgres does; null of nothing. */
export function roundedAverage(sum: bigint, count: number): number | null {
  if (count === 0) return null
  const [size, of] = [sum < 0n ? -sum : sum, BigInt(count)]
  const rounded = Number((2n * size + of) / (2n * of))
  return sum < 0n && rounded !== 0 ? -rounded : rounded
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
  const { productId, before, after, changeBp } = line
  const { sku, name } = (await nameProducts(context, [productId])).get(productId) ?? { sku: '', name: '' }
  return { productId, sku, name, currentPrice: before, newPrice: after, changeBp }
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

/** The first lines by SKU that fulfil something. */
export function firstLines(
  lines: readonly ChangeLine[],
  is: (line: ChangeLine) => boolean,
  limit: number,
): ChangeLine[] {
  let first: ChangeLine[] = []
  for (const line of lines) {
    if (!is(line) || (first.length === limit && bySku(line, first.at(-1)!) > 0)) continue
    first = [...first, line].toSorted(bySku).slice(0, limit)
  }
  return first
}

/** The first inverted agreed prices, by SKU. The limit applies to products first: each has at least one. */
async function firstInverted(
  { db, workspaceId }: WorkspaceContext,
  { change, lines, at }: { change: Row<'price_change'>; lines: ChangeLine[]; at: Date },
): Promise<InvertedRow[]> {
  const first = firstLines(lines, ({ inverted }) => inverted > 0, MAX_INVERTED_LISTED)
  if (first.length === 0) return []
  const products = productsByIds(
    workspaceId,
    first.map(({ productId }) => productId),
  )
  const { rows } = await sql<InvertedRow>`
    select a.id, a.customer_id as "customerId", a.group_id as "groupId", c.account_code as "accountCode",
      a.owner, a.product_id as "productId", a.sku, a.unit, a.after as "newPrice", a.min_qty as "minQty"
    from (
      select r.*, ${ownerName(workspaceId)} as owner, l.sku, l.sku_key, l.after
      from (${linesOfProducts({ workspaceId }, change, products)}) l
      join agreed_price r on r.workspace_id = ${workspaceId} and r.product_id = l.product_id and r.unit > l.after
      where ${isRelevantAgreedPrice(workspaceId, at)}
      order by l.sku_key, r.unit desc, r.id limit ${MAX_INVERTED_LISTED}) a
    left join customer c on c.workspace_id = ${workspaceId} and c.id = a.customer_id
    order by a.sku_key, a.unit desc, a.id`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import type { Row } from '../database/tables.ts'
import { mapInSlices } from '../map-in-slices.ts'
import { isFixed, isFixedByGroup, pays } from './affected-customers.ts'
import type { Affected } from './affected-customers.ts'
import { AGREED_PRICES } from '../pricing/agreed-price-terms.ts'
import { firstLines, nameProducts, roundedAverage, sumOf } from './assess-price-change.ts'
import { histogramOf } from './histogram.ts'
import { holds } from '../pricing/kind-of-term.ts'
import { isRelevantAgreedPrice, linesOfProducts, ownerName, productsByIds } from './price-change-basis.ts'
import { bySku } from './read-change-lines.ts'
import type { ChangeLine, ChangeLines } from './read-change-lines.ts'
import type { Payer } from './read-payers.ts'

/** Lists up to this many customers who pay more, and as many who pay less. */
const MAX_LISTED = 100
/** Lists up to this many lines that an agreed price shields. */
const MAX_SHIELDED = 50

/** What a change does to a customer, over the lines of products that it sees. */
type CustomerHit = {
  id: string
  accountCode: string | null
  name: string
  /** The average change of its lines, in basis points. A line with an agreed price of this customer counts as 0. */
  averageBp: number
  rises: number
  drops: number
  /** Lines that would rise or drop, but for an agreed price of this customer. */
  shielded: number
  /** At the customer's own prices for one unit, in minor units. Null if nothing rises. */
  largestRise: { sku: string; name: string; before: number; after: number; changeBp: number } | null
}

/** An agreed price that keeps a customer's price as it is. */
type Shield = {
  id: string
  /** Null for the price of a price group, whose name `customer` is then. */
  customerId: string | null
  groupId: string | null
  customer: string
  productId: string
  sku: string
  /** Minor units, as the list prices. */
  unit: number
  currentPrice: number | null
  newPrice: number
  endsAt: string | null
}

export type CustomersHit = {
  /** Customers by their average. */
  histogram: ReturnType<typeof histogramOf<'customers'>>
  /** Those who pay more for something, with the highest average first. */
  payMore: CustomerHit[]
  /** Those who pay less on average, with the lowest average first. */
  payLess: CustomerHit[]
  shields: Shield[]
}

/**
 * Who pays more and less after a change, and how much. Averages come from sums over all lines, less the lines that a
 * customer does not see or has agreed a price for: no customer is priced on every line. `affected` is in the order of
 * names.
 */
export async function customersHit(
  context: WorkspaceContext,
  { change, lines, affected, at }: { change: Row<'price_change'>; lines: ChangeLines; affected: Affected[]; at: Date },
): Promise<CustomersHit> {
  const open = sumUp(lines.lines.filter(isOpen))
  const keptInGroup = new Map<string, Sums>()
  const averages = await mapInSlices(affected, (customer) => averageOf(customer, { open, lines, keptInGroup }))
  const hits = (of: Average[]) => describe(context, lines, of.slice(0, MAX_LISTED))
  return {
    histogram: histogramOf(
      averages.map(({ averageBp }) => averageBp),
      'customers',
    ),
    payMore: await hits(averages.filter(({ more }) => more).toSorted((a, b) => b.averageBp - a.averageBp)),
    payLess: await hits(
      averages.filter(({ averageBp }) => averageBp < 0).toSorted((a, b) => a.averageBp - b.averageBp),
    ),
    shields: await firstShields(context, { change, lines: lines.lines, at }),
  }
}

type Sums = { lines: number; bp: bigint; rises: number; drops: number }

/** Sums over those lines that have a price to compare with. */
function sumUp(lines: readonly ChangeLine[]): Sums {
  const changes = lines.flatMap(({ changeBp }) => changeBp ?? [])
  return {
    lines: changes.length,
    bp: sumOf(changes),
    rises: changes.filter((change) => change > 0).length,
    drops: changes.filter((change) => change < 0).length,
  }
}

type Average = Affected & Pick<CustomerHit, 'averageBp' | 'rises' | 'drops' | 'shielded'>

/** Whoever pays the same by rounding has an average of 0. */
function averageOf(
  customer: Affected,
  { open, lines, keptInGroup }: { open: Sums; lines: ChangeLines; keptInGroup: Map<string, Sums> },
): Average {
  const { payer } = customer
  const { id } = payer
  const selected = (lines.seen.get(id) ?? []).filter(({ active }) => active)
  const [own, seen] = [sumUp(selected), new Set(selected)]
  const kept = keptOf(payer, { lines, seen, keptInGroup })
  const shielded = kept.rises + kept.drops
  if (!customer.more && !customer.less) return { ...customer, averageBp: 0, rises: 0, drops: 0, shielded }
  return {
    ...customer,
    averageBp: roundedAverage(open.bp + own.bp - kept.bp, open.lines + own.lines) ?? 0,
    rises: open.rises + own.rises - kept.rises,
    drops: open.drops + own.drops - kept.drops,
    shielded,
  }
}

/** The lines that an agreed price keeps for a customer, of those that it sees. */
function keptOf(
  payer: Payer,
  { lines, seen, keptInGroup }: { lines: ChangeLines; seen: ReadonlySet<ChangeLine>; keptInGroup: Map<string, Sums> },
): Sums {
  const own = lines.agreed.get(payer.id) ?? new Set<ChangeLine>()
  const ofGroup = (payer.group && lines.agreed.get(payer.group.id)) ?? new Set<ChangeLine>()
  const isKept = (line: ChangeLine) => isOpen(line) || seen.has(line)
  // Of many customers without terms of their own, the open lines are added up once.
  if (own.size === 0 && payer.all === null && payer.brands.size + payer.categories.size === 0) {
    const open = keptInGroup.getOrInsertComputed(payer.group?.id ?? '', () => sumUp([...ofGroup].filter(isOpen)))
    return added(open, sumUp([...seen].filter((line) => ofGroup.has(line))))
  }
  const more = [...ofGroup].filter((line) => !own.has(line) && isFixedByGroup(payer, line, lines))
  return sumUp([...own, ...more].filter(isKept))
}

/** Whether all customers see the product. */
function isOpen({ active, isSelected }: ChangeLine): boolean {
  return active && !isSelected
}

function added(a: Sums, b: Sums): Sums {
  return { lines: a.lines + b.lines, bp: a.bp + b.bp, rises: a.rises + b.rises, drops: a.drops + b.drops }
}

/** Names customers, each with its largest rise. */
async function describe(
  context: WorkspaceContext,
  lines: ChangeLines,
  averages: readonly Average[],
): Promise<CustomerHit[]> {
  const rising = lines.lines.filter(({ active, changeBp }) => active && changeBp !== null && changeBp > 0)
  const rises = await mapInSlices(averages, ({ payer }) => largestRise(payer, { rising, lines }))
  const products = await nameProducts(context, [...new Set(rises.flatMap((rise) => rise?.productId ?? []))])
  const names = await nameCustomers(
    context,
    averages.map(({ payer }) => payer.id),
  )
  return averages.flatMap(({ payer, averageBp, rises: rising, drops, shielded }, i) => {
    const [customer, rise] = [names.get(payer.id), rises[i]]
    const product = rise && products.get(rise.productId)
    if (!customer || (rise && !product)) return []
    const largest = rise && {
      sku: product!.sku,
      name: product!.name,
      before: pays(payer, rise, rise.before!),
      after: pays(payer, rise, rise.after),
      changeBp: rise.changeBp!,
    }
    return [{ ...customer, averageBp, rises: rising, drops, shielded, largestRise: largest ?? null }]
  })
}

/** The line that rises most of those that the customer sees and pays more for, the first by SKU among several. */
function largestRise(
  payer: Payer,
  { rising, lines }: { rising: readonly ChangeLine[]; lines: ChangeLines },
): ChangeLine | null {
  const own = new Set(lines.seen.get(payer.id))
  let largest: ChangeLine | null = null
  for (const line of rising) {
    if (largest && line.changeBp! < largest.changeBp!) continue
    if (isFixed(payer, line, lines) || (line.isSelected && !own.has(line))) continue
    if (pays(payer, line, line.before!) >= pays(payer, line, line.after)) continue
    if (!largest || line.changeBp! > largest.changeBp! || bySku(line, largest) < 0) largest = line
  }
  return largest
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

/** The first agreed prices that shield a line, by SKU. The limit applies to products first: each has at least one. */
async function firstShields(
  { db, workspaceId }: WorkspaceContext,
  { change, lines, at }: { change: Row<'price_change'>; lines: readonly ChangeLine[]; at: Date },
): Promise<Shield[]> {
  const first = firstLines(lines, ({ shielded }) => shielded, MAX_SHIELDED)
  if (first.length === 0) return []
  const products = productsByIds(
    workspaceId,
    first.map(({ productId }) => productId),
  )
  const { rows } = await sql<Omit<Shield, 'endsAt'> & { endsAt: Date | null }>`
    select s.id, s.customer_id as "customerId", s.group_id as "groupId", s.owner as customer, s.product_id as "productId", s.sku, s.unit,
      s.before as "currentPrice", s.after as "newPrice", s.ends_at as "endsAt"
    from (
      select r.id, r.customer_id, r.group_id, ${ownerName(workspaceId)} as owner, r.unit, r.ends_at, l.*
      from (${linesOfProducts({ workspaceId }, change, products)}) l
      join agreed_price r on r.workspace_id = ${workspaceId} and r.product_id = l.product_id
      where ${shields(workspaceId, at)} order by l.sku_key limit ${MAX_SHIELDED}) s
    order by s.sku_key, s.owner, s.id`.execute(db)
  return rows.map((row) => ({ ...row, endsAt: row.endsAt?.toISOString() ?? null }))
}

/**
 * True if the agreed price `r` decides the price of one unit of line `l` for its customer, or for one of its price group,
 * who sees the product.
 */
function shields(workspaceId: string, at: Date): RawBuilder<boolean> {
  const seesIt = (customerId: RawBuilder<unknown>) => sql`(l.visibility = 'all' or exists (
    select from product_access access where access.workspace_id = ${workspaceId}
      and access.product_id = l.product_id and access.customer_id = ${customerId}))`
  return sql`(r.min_qty = 1 and ${holds(AGREED_PRICES, at)} and ${isRelevantAgreedPrice(workspaceId, at)}
    and case when r.group_id is null then ${seesIt(sql`r.customer_id`)} else exists (
      select from customer member where member.workspace_id = ${workspaceId} and member.group_id = r.group_id
        and member.active and ${seesIt(sql`member.id`)} and not exists (
          select from discount_rule own where own.workspace_id = ${workspaceId} and own.customer_id = member.id
            and (own.applies_to = 'all' or own.brand_id = l.brand_id or own.category_id = l.category_id))) end)`
}

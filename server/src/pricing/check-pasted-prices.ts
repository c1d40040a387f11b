import { sql } from 'kysely'
import { contentVersion } from '../content-version.ts'
import type { WorkspaceContext } from '../context.ts'
import { findCustomer } from '../customers/find-customer.ts'
import { rowset } from '../database/rowset.ts'
import type { AgreedPriceMapping } from '../import/agreed-price-columns.ts'
import type { ReadAgreedPrice } from '../import/read-agreed-price.ts'
import { readPastedPrices } from '../import/read-pasted-prices.ts'
import type { ReadEntry } from '../import/read-pasted-prices.ts'
import { matchingKey } from '../matching-key.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import type { Workspace } from '../workspaces/workspaces.ts'
import { daysOf, periodOf } from './agreed-days.ts'
import { agreedPricesFor } from './agreed-price-rows.ts'
import { planAgreedPrices } from './plan-agreed-prices.ts'
import type { AgreedPricePlan, Outcome, PlannedPrice } from './plan-agreed-prices.ts'

export type GoodRow = ReadAgreedPrice & PlannedPrice & { productId: string; name: string; listPrice: number | null }
export type RejectedRow = { line: number; cells: string[]; reasons: string[] }

export type PasteCheck = {
  columns: AgreedPriceMapping
  hasHeader: boolean
  good: GoodRow[]
  rejected: RejectedRow[]
  /** Of what the rows would do. */
  version: string
  /** Agreed prices that the customer has now. */
  count: number
  plan: AgreedPricePlan
}

/**
 * Says what each row of a pasted text would do, and why a row cannot be taken. Writes nothing. Throws NotFound, and
 * InvalidInput if the text cannot be read at all.
 */
export async function checkPastedPrices(
  context: WorkspaceContext,
  { customer: idOrCode, text, columns }: { customer: string; text: string; columns?: AgreedPriceMapping | undefined },
): Promise<PasteCheck> {
  const { id } = await findCustomer(context, idOrCode)
  const workspace = await readWorkspace(context, context.workspaceId)
  const { entries: read, ...pasted } = readPastedPrices(text, columns, workspace)
  const found = await findProducts(context, read)
  const known = read.filter((entry) => entry.row && found.has(matchingKey(entry.row.sku))) as { row: ReadAgreedPrice }[]
  const wanted = known.map(({ row }) => ({
    unit: row.unit,
    minQty: row.minQty,
    ...periodOf(row, workspace.timezone),
    productId: found.get(matchingKey(row.sku))!.id,
  }))
  const stored = await agreedPricesFor(context, id, [...new Set(wanted.map(({ productId }) => productId))])
  const plan = planAgreedPrices(wanted, stored)
  const outcomes = new Map(known.map(({ row }, i) => [row.line, plan.outcomes[i]!]))
  const judged = read.map(({ source, row, reasons }) => {
    const product = row && found.get(matchingKey(row.sku))
    const outcome = row && outcomes.get(row.line)
    if (row && product && outcome?.planned) {
      const { id: productId, sku, name, listPrice } = product
      return { good: { ...row, ...outcome.planned, productId, sku, name, listPrice } }
    }
    const why = row
      ? [product ? clash(outcome!, known, workspace) : `There is no product with the SKU "${row.sku}".`]
      : reasons!
    return { rejected: { ...source, reasons: why } }
  })
  const good = judged.flatMap((one) => one.good ?? [])
  return {
    ...pasted,
    good,
    rejected: judged.flatMap((one) => one.rejected ?? []),
    version: contentVersion(good),
    count: await countPrices(context, id),
    plan,
  }
}

type FoundProduct = { id: string; sku: string; name: string; listPrice: number | null }

async function findProducts({ db, workspaceId }: WorkspaceContext, read: readonly ReadEntry[]) {
  const keys = new Set(read.flatMap(({ row }) => (row ? [matchingKey(row.sku)] : [])))
  const asked = rowset(
    [...keys].map((key) => ({ key })),
    'key text',
    'asked',
  )
  const { rows } = await sql<FoundProduct & { key: string }>`
    select p.sku_key as key, p.id, p.sku, p.name, p.list_price as "listPrice"
    from ${asked} join product p on p.workspace_id = ${workspaceId} and p.sku_key = asked.key`.execute(db)
  return new Map(rows.map(({ key, ...product }) => [key, product]))
}

function clash({ clash }: Outcome, rows: readonly { row: ReadAgreedPrice }[], { timezone }: Workspace): string {
  if (typeof clash === 'number')
    return `Line ${rows[clash]!.row.line} has a price for the same product, quantity and time.`
  const { startsOn, endsOn } = daysOf(clash!, timezone)
  const period = [startsOn && `from ${startsOn}`, endsOn && `until ${endsOn}`].filter(Boolean).join(' ')
  return `It overlaps the agreed price from the same quantity ${period || 'without start and end'}: change or remove that one first.`
}

async function countPrices({ db, workspaceId }: WorkspaceContext, customerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('agreed_price')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

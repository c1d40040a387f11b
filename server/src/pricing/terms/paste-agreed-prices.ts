import { randomUUIDv7 } from 'node:crypto'
import { storeEdit } from '../../workspaces/activity/stored-edits.ts'
import type { StoredRecord } from '../../workspaces/activity/stored-edits.ts'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { tooMany, countOfOwner } from '../../customers/customer-fields.ts'
import { lockOwner, findOwner } from '../../customers/term-owner.ts'
import type { TermOwner, NamedOwner } from '../../customers/term-owner.ts'
import { inTransaction } from '../../database/transaction.ts'
import { Conflict, InvalidRequest } from '../../errors.ts'
import { WORKSPACE_LIMITS } from '../../workspaces/workspace-state.ts'
import { insertAgreedPrices, updateAgreedPrices, agreedPricesFor } from './set-agreed-price.ts'
import type { StoredPrice } from './set-agreed-price.ts'
import { contentVersion } from '../../lib/content-version.ts'
import { readPastedPrices } from './read-agreed-prices.ts'
import type { AgreedPriceMapping, ReadAgreedPrice } from './read-agreed-prices.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { productsBySku } from '../find-product.ts'
import { daysOf, periodOf, fullInWords } from './agreed-price-assignment.ts'
import { planAgreedPrices } from './plan-agreed-prices.ts'
import type { AgreedPricePlan, Outcome } from './plan-agreed-prices.ts'

/**
 * Saves the good rows of a pasted text in one transaction; the others are left out. `version` is that of the check
 * which the editor has seen. Throws NotFound; InvalidInput if the text cannot be read at all; Conflict if the rows
 * would do something else by now; and InvalidRequest past the limit of the customer.
 */
export async function pasteAgreedPrices(
  context: WorkspaceContext,
  { version, ...pasted }: PastedPrices & { version: string },
): Promise<{ added: number; changed: number; ended: number; undo: string | null }> {
  return inTransaction(context, async (trx) => {
    const owner = await lockOwner(trx, pasted)
    const { plan, stored, ...check } = await checkPastedPrices(trx, pasted)
    if (check.version !== version) {
      throw new Conflict('What these rows do has changed meanwhile. Check them again. Nothing was saved.')
    }
    if (check.count + plan.inserts.length > WORKSPACE_LIMITS.agreedPricesOfCustomer) {
      throw new InvalidRequest(tooMany('agreed_price', owner))
    }
    const changes = countOf(check.good)
    const written = changes.added + changes.changed
    if (written === 0) return { ...changes, undo: null }
    const undo = randomUUIDv7()
    await insertAgreedPrices(
      trx,
      plan.inserts.map((price) => ({ ...price, ...owner.ids })),
    )
    await updateAgreedPrices(trx, plan.updates)
    await storeEdit(trx, {
      id: undo,
      kind: 'agreed_prices',
      lines: recordsBefore({ good: check.good, plan, stored }, owner),
    })
    await recordActivity(trx, {
      id: undo,
      action: 'agreed_price.paste',
      subject: {
        type: 'agreed_price',
        id: null,
        label: `${written} agreed prices for ${owner.name}`,
        ...owner.ids,
      },
      changes,
    })
    return { ...changes, undo }
  })
}

type Planned = Pick<Awaited<ReturnType<typeof checkPastedPrices>>, 'good' | 'plan' | 'stored'>

/** The prices that are added, changed or ended, with what they were. */
function recordsBefore({ good, plan, stored }: Planned, { name }: TermOwner): StoredRecord[] {
  const skus = new Map(good.map(({ productId, sku }) => [productId, sku]))
  const old = new Map(stored.map(({ id, unit, minQty, startsAt, endsAt }) => [id, { unit, minQty, startsAt, endsAt }]))
  return [...plan.inserts, ...plan.updates].map((price) => ({
    recordId: price.id,
    label: `${skus.get(price.productId)} for ${name}`,
    before: old.get(price.id) ?? null,
  }))
}

function countOf(good: readonly { kind: string; ends: unknown }[]) {
  return {
    added: good.filter(({ kind }) => kind === 'add').length,
    changed: good.filter(({ kind }) => kind === 'change').length,
    ended: good.filter(({ ends }) => ends !== null).length,
  }
}

/** `rounds`: prices with more decimals than the currency has are rounded half up, instead of refused. */
type PastedPrices = NamedOwner & {
  text: string
  columns?: AgreedPriceMapping | undefined
  rounds?: boolean | undefined
}

/**
 * Says what each row of a pasted text would do, and why a row cannot be taken. Writes nothing. Throws NotFound, and
 * InvalidInput if the text cannot be read at all.
 */
export async function checkPastedPrices(context: WorkspaceContext, { text, columns, rounds, ...named }: PastedPrices) {
  const owner = await findOwner(context, named)
  const workspace = await readWorkspace(context, context.workspaceId)
  const { entries: read, ...pasted } = readPastedPrices(text, columns, { ...workspace, ...(rounds && { rounds }) })
  const skus = read.flatMap(({ row }) => row?.sku ?? [])
  const found = await productsBySku(context, skus)
  const known = read.filter((entry) => entry.row && found.has(matchingKey(entry.row.sku))) as { row: ReadAgreedPrice }[]
  const wanted = known.map(({ row }) => ({ ...row, productId: found.get(matchingKey(row.sku))!.id }))
  const productIds = wanted.map(({ productId }) => productId)
  const stored = await agreedPricesFor(context, owner, productIds)
  const timeZone = workspace.timezone
  const plan = fitAgreedPrices(wanted, stored, { timeZone })
  const outcomes = new Map(known.map(({ row }, i) => [row.line, plan.outcomes[i]!]))
  const judged = read.map(({ source, row, reasons }) => {
    const product = row && found.get(matchingKey(row.sku))
    const outcome = row && outcomes.get(row.line)
    if (row && product && outcome?.planned) {
      const { id: productId, sku, name, listPrice } = product
      return { good: { ...row, ...outcome.planned, productId, sku, name, listPrice } }
    }
    const why = row
      ? [
          product
            ? clashInWords(outcome!.clash!, wanted, { timeZone, sku: product.sku, owner: owner.name })
            : `There is no product with the SKU "${row.sku}".`,
        ]
      : reasons!
    return { rejected: { ...source, reasons: why } }
  })
  const good = judged.flatMap((one) => one.good ?? [])
  return {
    ...pasted,
    good,
    rejected: judged.flatMap((one) => one.rejected ?? []),
    version: contentVersion(good),
    count: await countOfOwner(context, 'agreed_price', owner),
    plan,
    stored,
  }
}

type FoundRow = ReadAgreedPrice & { productId: string }

/**
 * Plans rows of days as prices of one customer, among `stored`: all that it has for these products. A stored price that
 * begins within the day of a row is the one that the row means. Pure. `moreOf` is as `planAgreedPrices` has it.
 */
export function fitAgreedPrices(
  rows: readonly FoundRow[],
  stored: readonly StoredPrice[],
  { timeZone, moreOf }: { timeZone: string; moreOf?: (productId: string) => number },
): AgreedPricePlan {
  const ofProduct = Map.groupBy(stored, ({ productId }) => productId)
  const alike = ({ productId, minQty, startsOn }: FoundRow) =>
    ofProduct.get(productId)?.find((price) => price.minQty === minQty && daysOf(price, timeZone).startsOn === startsOn)
  const wanted = rows.map((row) => {
    const { productId, unit, minQty } = row
    return { productId, unit, minQty, ...periodOf(row, timeZone, alike(row)) }
  })
  return planAgreedPrices(wanted, stored, moreOf)
}

/** Why a row for a product of an owner cannot be placed, in words. `rows` are those that were planned. */
export function clashInWords(
  clash: NonNullable<Outcome['clash']>,
  rows: readonly { line: number }[],
  { timeZone, sku, owner }: { timeZone: string; sku: string; owner: string },
): string {
  if (clash === 'full') return fullInWords(sku, owner)
  if (typeof clash === 'number') return `Line ${rows[clash]!.line} has a price for the same product, quantity and time.`
  const { startsOn, endsOn } = daysOf(clash, timeZone)
  const period = [startsOn && `from ${startsOn}`, endsOn && `until ${endsOn}`].filter(Boolean).join(' ')
  return `It overlaps the agreed price from the same quantity ${period || 'without start and end'}: change or remove that one first.`
}

import { contentVersion } from '../../lib/content-version.ts'
import type { WorkspaceContext } from '../../context.ts'
import { countOfOwner } from '../../customers/customer-limits.ts'
import { findOwner } from '../../customers/term-owner.ts'
import type { NamedOwner } from '../../customers/term-owner.ts'
import type { AgreedPriceMapping } from './read-agreed-prices.ts'
import type { ReadAgreedPrice } from './read-agreed-prices.ts'
import { readPastedPrices } from './read-agreed-prices.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { agreedPricesFor } from './agreed-price-rows.ts'
import { clashInWords, fitAgreedPrices } from './fit-agreed-prices.ts'
import { productsBySku } from '../products-by-sku.ts'

/** `rounds`: prices with more decimals than the currency has are rounded half up, instead of refused. */
export type PastedPrices = NamedOwner & {
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
  const found = await productsBySku(
    context,
    read.flatMap(({ row }) => row?.sku ?? []),
  )
  const known = read.filter((entry) => entry.row && found.has(matchingKey(entry.row.sku))) as { row: ReadAgreedPrice }[]
  const wanted = known.map(({ row }) => ({ ...row, productId: found.get(matchingKey(row.sku))!.id }))
  const stored = await agreedPricesFor(
    context,
    owner,
    wanted.map(({ productId }) => productId),
  )
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

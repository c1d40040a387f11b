import type { ReadAgreedPrice } from './read-agreed-prices.ts'
import { daysOf, periodOf } from './agreed-days.ts'
import { fullInWords } from './agreed-price-placement.ts'
import type { StoredPrice } from './agreed-price-rows.ts'
import { planAgreedPrices } from './plan-agreed-prices.ts'
import type { AgreedPricePlan, Outcome } from './plan-agreed-prices.ts'

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

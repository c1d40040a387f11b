import type { ReadAgreedPrice } from '../spreadsheets/read-agreed-price.ts'
import { daysOf, periodOf } from './agreed-days.ts'
import type { StoredPrice } from './agreed-price-rows.ts'
import { planAgreedPrices } from './plan-agreed-prices.ts'
import type { AgreedPricePlan, Outcome } from './plan-agreed-prices.ts'

type FoundRow = ReadAgreedPrice & { productId: string }

/**
 * Plans rows of days as prices of one customer, among `stored`: all that it has for these products. A stored price that
 * begins within the day of a row is the one that the row means. Pure.
 */
export function fitAgreedPrices(
  rows: readonly FoundRow[],
  stored: readonly StoredPrice[],
  timeZone: string,
): AgreedPricePlan {
  const alike = ({ productId, minQty, startsOn }: FoundRow) =>
    stored.find(
      (price) =>
        price.productId === productId && price.minQty === minQty && daysOf(price, timeZone).startsOn === startsOn,
    )
  const wanted = rows.map((row) => {
    const { productId, unit, minQty } = row
    return { productId, unit, minQty, ...periodOf(row, timeZone, alike(row)) }
  })
  return planAgreedPrices(wanted, stored)
}

/** Why a row cannot be placed, in words. `rows` are those that were planned. */
export function clashInWords(
  clash: NonNullable<Outcome['clash']>,
  rows: readonly { line: number }[],
  timeZone: string,
): string {
  if (typeof clash === 'number') return `Line ${rows[clash]!.line} has a price for the same product, quantity and time.`
  const { startsOn, endsOn } = daysOf(clash, timeZone)
  const period = [startsOn && `from ${startsOn}`, endsOn && `until ${endsOn}`].filter(Boolean).join(' ')
  return `It overlaps the agreed price from the same quantity ${period || 'without start and end'}: change or remove that one first.`
}

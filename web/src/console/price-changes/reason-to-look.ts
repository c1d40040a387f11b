import { LARGE_EFFECT } from '../../../../server/src/shared/price-impact.ts'
import { changeText } from './prices.ts'

/** How far from what is usual in a price change is worth a look, in basis points. */
const FAR_BP = 2_000

type Change = { currentPrice: number | null; newPrice: number; changeBp: number | null }

/**
 * Why a line of a price change may be a mistake, for people; null for none. `usualBp` is what the line in the middle of
 * all changes by, in basis points.
 */
export function reasonToLook({ currentPrice, newPrice, changeBp }: Change, usualBp: number | null): string | null {
  if (currentPrice === null || changeBp === null) return null
  if (newPrice === 0) return 'It becomes free.'
  for (const times of [10, 100, 1_000]) {
    if (isAbout(newPrice, currentPrice * times)) return `${times.toLocaleString('en')} times as much: a decimal point?`
    if (isAbout(newPrice * times, currentPrice)) return `A ${FRACTIONS[times]} of it: a decimal point?`
  }
  if (changeBp > LARGE_EFFECT.changeBp) return 'More than half as much again.'
  if (changeBp < -LARGE_EFFECT.changeBp) return 'Less than half.'
  if (usualBp !== null && Math.abs(changeBp - usualBp) > FAR_BP) return `Others change by about ${changeText(usualBp)}.`
  return null
}

const FRACTIONS: Record<number, string> = { 10: 'tenth', 100: 'hundredth', 1_000: 'thousandth' }

/** Within a fifth: what is a rise beside a slip of the decimal point. */
function isAbout(price: number, other: number): boolean {
  return price >= 0.8 * other && price <= 1.25 * other
}

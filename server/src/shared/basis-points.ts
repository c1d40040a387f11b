/** 100% in basis points. */
export const WHOLE_BP = 10_000

/** A share of a price, rounded once, half up, to the minor unit. Exact up to a price of 10^11. */
export function shareOf(price: number, basisPoints: number): number {
  return Math.floor((price * basisPoints + WHOLE_BP / 2) / WHOLE_BP)
}

/** 1250 basis points as "12.5%". */
export function percent(basisPoints: number): string {
  return `${basisPoints / 100}%`
}

/** By how much a price changes, rounded half away from zero; null: there is nothing to compare with. Exact as above. */
export function changeInBp(before: number | null, after: number): number | null {
  if (before === null || before === 0) return null
  const size = Math.floor((2 * Math.abs(after - before) * WHOLE_BP + before) / (2 * before))
  return after < before && size > 0 ? -size : size
}

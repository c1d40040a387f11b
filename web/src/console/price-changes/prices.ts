/**
 * The change in basis points of the current price, rounded half away from zero; null if there is none to compare with.
 */
export function changeOf(currentPrice: number | null, newPrice: number): number | null {
  if (currentPrice === null || currentPrice === 0) return null
  const difference = newPrice - currentPrice
  return Math.sign(difference) * Math.floor((Math.abs(difference) * 20_000 + currentPrice) / (2 * currentPrice))
}

/** "+4%", "-2.5%", "0%"; a dash for none. */
export function changeText(changeBp: number | null): string {
  if (changeBp === null) return '–'
  const text = (Math.abs(changeBp) / 100).toLocaleString('en', { maximumFractionDigits: 2 })
  return `${changeBp > 0 ? '+' : changeBp < 0 ? '−' : ''}${text}%`
}

/** The change in basis points of the current price, rounded half away from zero; null if there is none to compare with. */
export function changeOf(currentPrice: number | null, newPrice: number): number | null {
  if (currentPrice === null || currentPrice === 0) return null
  const difference = newPrice - currentPrice
  return Math.sign(difference) * Math.floor((Math.abs(difference) * 20_000 + currentPrice) / (2 * currentPrice))
}

/** The price that is that much more than the current one, in basis points, rounded half up to the minor unit. */
export function priceAt(currentPrice: number, changeBp: number): number {
  return Math.max(0, Math.floor((currentPrice * (10_000 + changeBp) + 5_000) / 10_000))
}

/** "+4%", "-2.5%", "0%"; a dash for none. */
export function changeText(changeBp: number | null): string {
  if (changeBp === null) return '–'
  const text = (Math.abs(changeBp) / 100).toLocaleString('en', { maximumFractionDigits: 2 })
  return `${changeBp > 0 ? '+' : changeBp < 0 ? '−' : ''}${text}%`
}

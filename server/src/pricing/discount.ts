/** The unit price after a discount, rounded once, half up, to the minor unit. Exact up to a price of 10^11. */
export function discounted(listPrice: number, discountBp: number): number {
  return Math.floor((listPrice * (10_000 - discountBp) + 5_000) / 10_000)
}

/** 1250 basis points as "12.5%". */
export function percent(basisPoints: number): string {
  return `${basisPoints / 100}%`
}

/** A discount for people: "12.5% off Hollin", or off everything. */
export function discountLabel(discountBp: number, on: string | null): string {
  return `${percent(discountBp)} off ${on ?? 'everything'}`
}

/** The label of a price for somebody who may not know the list price: with the percentage, they could compute it. */
export function labelWithoutPercent(label: string): string {
  return label.replace(/^\d+(\.\d+)?% off (?=.)/, 'Discount on ')
}

import { WHOLE_BP, percent, shareOf } from '../shared/basis-points.ts'

/** The unit price after a discount. */
export function discounted(listPrice: number, discountBp: number): number {
  return shareOf(listPrice, WHOLE_BP - discountBp)
}

/** A discount for people: "12.5% off Hollin", or off everything. */
export function discountLabel(discountBp: number, on: string | null): string {
  return `${percent(discountBp)} off ${on ?? 'everything'}`
}

/** The label of a price for somebody who may not know the list price: with the percentage, they could compute it. */
export function labelWithoutPercent(label: string): string {
  return label.replaceAll(/(^|: )\d+(\.\d+)?% off (?=.)/g, '$1Discount on ')
}

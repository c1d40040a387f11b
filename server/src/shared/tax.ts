import { WHOLE_BP, percent } from './read-price.ts'

/** What a wholesaler says of tax on an order. Amounts in minor units; null where nothing is said. */
export type Tax = { taxRateBp: number | null; tax: number | null; total: number | null }

/** The tax on a subtotal, rounded once, half up, to the minor unit; and both together. Exact for every safe subtotal. */
export function taxOn(subtotal: number, taxRateBp: number | null): Tax {
  if (taxRateBp === null) return { taxRateBp, tax: null, total: null }
  const whole = BigInt(WHOLE_BP)
  const tax = Number((BigInt(subtotal) * BigInt(taxRateBp) + whole / 2n) / whole)
  return { taxRateBp, tax, total: subtotal + tax }
}

/** The totals of an order as they are shown: the subtotal, then tax and total where the wholesaler says something of tax. */
export function totalLines(
  { subtotal, taxRateBp, tax, total }: Tax & { subtotal: number },
  taxLabel: string,
): { label: string; amount: number }[] {
  const lines = [{ label: `Subtotal (${taxLabel})`, amount: subtotal }]
  if (taxRateBp === null || tax === null || total === null) return lines
  return [...lines, { label: `Tax (${percent(taxRateBp)})`, amount: tax }, { label: 'Total with tax', amount: total }]
}

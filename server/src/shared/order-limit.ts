/** Up to which sum somebody may order, in minor units before tax. Null is any sum, 0 nothing. */
export type OrderLimit = number | null

/** Whether an order that comes to `subtotal` is within the limit. Who may order nothing prepares it for a colleague. */
export function isWithinLimit(limit: OrderLimit, subtotal: number): boolean {
  return limit === null || (limit > 0 && subtotal <= limit)
}

/** "any sum", "up to £500.00", or "nothing without a colleague" */
export function limitInWords(limit: OrderLimit, money: (minor: number) => string): string {
  if (limit === null) return 'any sum'
  return limit === 0 ? 'nothing without a colleague' : `up to ${money(limit)}`
}

/** What becomes of an order that passes the credit limit of its customer. */
export const CREDIT_POLICIES = ['nothing', 'hold', 'refuse'] as const
export type CreditPolicy = (typeof CREDIT_POLICIES)[number]

/** By how much the open amount of a customer passes the limit, in minor units. `open`: with the order itself. */
export type CreditHold = { limit: number; open: number; over: number }

/** What an order does to the credit of a customer: null while it stays within the limit, or there is none. Pure. */
export function creditHold(
  limit: number | null,
  { openBalance, openOrders, order }: { openBalance: number | null; openOrders: number; order: number },
): CreditHold | null {
  if (limit === null) return null
  const open = (openBalance ?? 0) + openOrders + order
  return open > limit ? { limit, open, over: open - limit } : null
}

/** "This order takes the account to £1,905.00, £905.00 over its limit of £1,000.00" */
export function creditInWords({ limit, open, over }: CreditHold, money: (minor: number) => string): string {
  return `This order takes the account to ${money(open)}, ${money(over)} over its limit of ${money(limit)}`
}

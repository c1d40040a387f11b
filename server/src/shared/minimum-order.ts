/** What is missing to the minimum order value, in minor units before tax. */
export type Shortfall = { minimum: number; missing: number }

/** Null for an order that reaches the minimum, and where there is none. Pure. */
export function shortfallOf(minimum: number | null, subtotal: number): Shortfall | null {
  return minimum === null || subtotal >= minimum ? null : { minimum, missing: minimum - subtotal }
}

/** "£37.40 more to reach the minimum order of £150.00" */
export function shortfallInWords({ minimum, missing }: Shortfall, money: (minor: number) => string): string {
  return `${money(missing)} more to reach the minimum order of ${money(minimum)}`
}

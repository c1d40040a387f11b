import { currencyDecimals } from './workspaces.ts'
import type { Workspace } from './workspaces.ts'

/** Formats amounts in minor units of the workspace's currency. */
export function moneyOf({
  currency,
  currencyDecimals,
}: Pick<Workspace, 'currency' | 'currencyDecimals'>): (minor: number) => string {
  const digits = { minimumFractionDigits: currencyDecimals, maximumFractionDigits: currencyDecimals }
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, ...digits })
  return (minor) => format.format(minor / 10 ** currencyDecimals)
}

/** Formats amounts in minor units of a currency, which may not be the workspace's any more. */
export function moneyIn(currency: string): (minor: number) => string {
  return moneyOf({ currency, currencyDecimals: currencyDecimals(currency) })
}

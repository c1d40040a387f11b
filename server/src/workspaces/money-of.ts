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

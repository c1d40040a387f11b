import { readAddress } from '../workspaces/addresses.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import type { BuyerContext } from '../portal/buyer-context.ts'
import { readBuyer } from '../portal/read-portal.ts'

/** What stands on a document besides its rows. */
export type DocumentHead = {
  wholesaler: string
  customer: string
  currency: string
  currencyDecimals: number
  taxLabel: string
  /** The day in the workspace's time zone, as 2027-01-05. */
  day: string
  /** For the name of the file. */
  slug: string
}

export async function readDocumentHead(context: BuyerContext): Promise<DocumentHead> {
  const { name, currency, currencyDecimals, taxLabel, timezone } = await readWorkspace(context, context.workspaceId)
  const { customer } = await readBuyer(context)
  return {
    wholesaler: name,
    customer: customer.name,
    currency,
    currencyDecimals,
    taxLabel,
    day: dayOf(context.clock(), timezone),
    slug: await readAddress(context, context.workspaceId),
  }
}

/** An instant as a day in a time zone: 2027-01-05. */
export function dayOf(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    instant,
  )
}

/** Minor units as a plain decimal number: 1234 is "12.34" with two decimals. */
export function plainAmount(minor: number, decimals: number): string {
  const digits = String(minor).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

import { findCustomer } from '../customers/find-customer.ts'
import { dayOf } from '../local-day.ts'
import { readAddress } from '../workspaces/addresses.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import type { CustomerContext } from '../portal/buyer-context.ts'

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

export async function readDocumentHead(context: CustomerContext): Promise<DocumentHead> {
  const { name, currency, currencyDecimals, taxLabel, timezone } = await readWorkspace(context, context.workspaceId)
  return {
    wholesaler: name,
    customer: (await findCustomer(context, context.customerId)).name,
    currency,
    currencyDecimals,
    taxLabel,
    day: dayOf(context.clock(), timezone),
    slug: await readAddress(context, context.workspaceId),
  }
}

/** Minor units as a plain decimal number: 1234 is "12.34" with two decimals. */
export function plainAmount(minor: number, decimals: number): string {
  const digits = String(minor).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

import type { WorkspaceContext } from '../../context.ts'
import { findCustomer } from '../../customers/find-customer.ts'
import { dayOf } from '../../lib/local-time.ts'
import { moneyOf } from '../../workspaces/money-of.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { smallPicture } from '../../catalogue/images/image-decoder.ts'
import type { CustomerContext } from '../../portal/buyer-context.ts'
import { readPortalSettings, readLogo } from '../../portal/portal-settings.ts'
import { accentOf } from '../../shared/accent.ts'

/** What stands on a document besides its rows. */
export type DocumentHead = Awaited<ReturnType<typeof readWholesalerHead>>

export async function readDocumentHead(context: CustomerContext): Promise<DocumentHead> {
  const { name } = await findCustomer(context, context.customerId)
  return { ...(await readWholesalerHead(context)), customer: name }
}

/** The head of a document for the wholesaler's own people. */
export async function readWholesalerHead(context: WorkspaceContext) {
  const workspace = await readWorkspace(context, context.workspaceId)
  const { name, currency, currencyDecimals, taxLabel, timezone } = workspace
  const { colour, address } = await readPortalSettings(context)
  const logo = await readLogo(context)
  return {
    wholesaler: name,
    customer: '',
    currency,
    currencyDecimals,
    /** Formats minor units with the sign of the currency. */
    money: moneyOf(workspace),
    taxLabel,
    /** Today, as 2027-01-05. */
    day: dayOf(context.clock(), timezone),
    timezone,
    address: address?.split('\n') ?? [],
    /** As PNG. */
    logo: logo && context.images ? await smallPicture(context.images.store, logo.digest, 'png') : null,
    accent: accentOf(colour),
  }
}

/** Minor units as a plain decimal number: 1234 is "12.34" with two decimals. */
export function plainAmount(minor: number, decimals: number): string {
  const digits = String(minor).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

import type { WorkspaceContext } from '../../context.ts'
import { findCustomer } from '../../customers/find-customer.ts'
import { dayOf } from '../../lib/local-time.ts'
import { moneyOf } from '../../workspaces/money-of.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import { smallPicture } from '../../catalogue/images/image-decoder.ts'
import type { CustomerContext } from '../../portal/buyer-context.ts'
import { readPortalSettings, readLogo } from '../../portal/portal-settings.ts'
import { accentOf } from '../../shared/accent.ts'
import type { Accent } from '../../shared/accent.ts'

/** What stands on a document besides its rows. */
export type DocumentHead = {
  wholesaler: string
  customer: string
  currency: string
  currencyDecimals: number
  /** Formats minor units with the sign of the currency. */
  money: (minor: number) => string
  taxLabel: string
  /** Today in the workspace's time zone, as 2027-01-05. */
  day: string
  timezone: string
  /** The wholesaler's, as lines. */
  address: string[]
  /** As PNG. */
  logo: Buffer | null
  accent: Accent
}

export async function readDocumentHead(context: CustomerContext): Promise<DocumentHead> {
  const { name } = await findCustomer(context, context.customerId)
  return { ...(await readWholesalerHead(context)), customer: name }
}

/** The head of a document for the wholesaler's own people. */
export async function readWholesalerHead(context: WorkspaceContext): Promise<DocumentHead> {
  const workspace = await readWorkspace(context, context.workspaceId)
  const { name, currency, currencyDecimals, taxLabel, timezone } = workspace
  const { colour, address } = await readPortalSettings(context)
  const logo = await readLogo(context)
  return {
    wholesaler: name,
    customer: '',
    currency,
    currencyDecimals,
    money: moneyOf(workspace),
    taxLabel,
    day: dayOf(context.clock(), timezone),
    timezone,
    address: address?.split('\n') ?? [],
    logo: logo && context.images ? await smallPicture(context.images.store, logo.digest, 'png') : null,
    accent: accentOf(colour),
  }
}

/** Minor units as a plain decimal number: 1234 is "12.34" with two decimals. */
export function plainAmount(minor: number, decimals: number): string {
  const digits = String(minor).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

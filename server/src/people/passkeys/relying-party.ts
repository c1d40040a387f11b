import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Context } from '../../context.ts'
import { InvalidRequest } from '../../errors.ts'
import { pageLink } from '../page-link.ts'

/** Whose passkeys they are: a domain (the "relying party"), and the origin of the pages that may ask for them. */
export type RelyingParty = { id: string; origin: string }

/**
 * The relying party of a service that is reached at that URL; null where no browser has passkeys for it. WebAuthn knows
 * names alone, over TLS or as `localhost`. A service at a loopback address is reached by that name, too.
 */
export function relyingPartyAt(site: string): RelyingParty | null {
  const url = new URL(site)
  if (addressIn(url)?.range() === 'loopback') url.hostname = 'localhost'
  const isLocal = /(^|\.)localhost$/.test(url.hostname)
  return !addressIn(url) && (isLocal || url.protocol === 'https:') ? { id: url.hostname, origin: url.origin } : null
}

/**
 * Where passkeys work. It goes by where the service is reached (PUBLIC_URL), never by what a request says of its host.
 */
export function passkeyPlace(context: Context) {
  const site = pageLink(context, '/')
  const party = relyingPartyAt(site)
  return party ? { origin: party.origin, reason: null } : { origin: null, reason: whyNot(site) }
}

/** Throws InvalidRequest where passkeys cannot work. */
export function requireRelyingParty(context: Context): RelyingParty {
  const site = pageLink(context, '/')
  const party = relyingPartyAt(site)
  if (!party) throw new InvalidRequest(whyNot(site))
  return party
}

/** What the start says where passkeys do not work at that URL; null where they do. */
export function passkeyNotice(site: string): string | null {
  const party = relyingPartyAt(site)
  if (!party) return whyNot(site)
  return party.origin === new URL(site).origin
    ? null
    : `For passkeys, open ${party.origin}: they need a name, not an IP address.`
}

function whyNot(site: string): string {
  return `Passkeys do not work at ${new URL(site).origin}: they need https and a name. Whoever runs the service sets PUBLIC_URL to such an address.`
}

function addressIn({ hostname }: URL): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const address = hostname.replaceAll(/[[\]]/g, '')
  return isIP(address) === 0 ? null : ipaddr.parse(address)
}

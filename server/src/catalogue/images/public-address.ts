import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The only IPv6 addresses that are routed on the internet. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** Special-purpose blocks by IANA's registries that lie among public addresses. */
const SPECIAL = [
  '192.0.0.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
].map((block) => ipaddr.parseCIDR(block))

/**
 * Whether an address is on the public internet: no loopback, private, link-local, shared or otherwise special one. IPv6
 * addresses that carry an IPv4 address in them are refused, whatever that one is.
 */
export function isPublicAddress(text: string): boolean {
  if (!isIP(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address.kind() === 'ipv6' && !address.match(GLOBAL_UNICAST)) return false
  return !SPECIAL.some((block) => block[0].kind() === address.kind() && address.match(block))
}

import ipaddr from 'ipaddr.js'

/**
 * The network of an address, such as 192.0.2.0/24 or 2001:db8:1:2::/64: enough to tell one's own place by. Null for
 * what is no address.
 */
export function networkOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  // An IPv4 address may come as an IPv6 one.
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/24`)}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`)}/64`
}

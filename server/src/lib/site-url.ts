import { isIP } from 'node:net'

/** How the service is reached: over TLS or not, and perhaps under another URL than where it listens. */
type Site = { publicUrl: string | undefined; tls: unknown }

/** Where people reach the service, which listens at that address and port. */
export function siteUrl({ publicUrl, tls }: Site, host: string, port: number): string {
  if (publicUrl !== undefined) return publicUrl
  // Whoever listens on all addresses is reached on this one.
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return httpUrl(reached, port, tls)
}

export function httpUrl(address: string, port: number, tls?: unknown): string {
  return `${tls ? 'https' : 'http'}://${address.includes(':') ? `[${address}]` : address}:${port}`
}

/** Whether it is an HTTP URL without a path. */
export function isOrigin(url: string): boolean {
  const parsed = URL.parse(url)
  return /^https?:$/.test(parsed?.protocol ?? '') && parsed!.href === `${parsed!.origin}/`
}

/** Whether it lists addresses, or networks such as 10.0.0.0/8, with commas between. */
export function isListOfNetworks(list: string): boolean {
  return list.split(',').every((entry) => {
    const [address = '', bits = '0', ...rest] = entry.trim().split('/')
    const longest = isIP(address) === 4 ? 32 : 128
    return isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= longest && rest.length === 0
  })
}

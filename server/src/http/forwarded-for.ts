import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Removes the ports from `X-Forwarded-For`, and brackets and quotes: some proxies write `203.0.113.8:4711` or
 * `[2001:db8::1]:4711`. What decides which addresses are trusted, and what counts attempts, knows bare addresses only.
 */
export function removeForwardedPorts({ headers }: IncomingMessage): void {
  const forwarded = headers['x-forwarded-for']
  if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwarded.split(',').map(bareAddress).join(', ')
}

function bareAddress(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  // A bare IPv6 address has several colons, and no port.
  const address = /^\[([^\]]*)\](?::.*)?$/.exec(text)?.[1] ?? /^([^:]*):[^:]*$/.exec(text)?.[1] ?? text
  return isIP(address) ? address : text
}

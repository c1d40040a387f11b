import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import { ImageProblem } from './image-problem.ts'
import { isPublicAddress } from './public-address.ts'

const CONNECT_TIMEOUT_MS = 10_000
const DNS_TIMEOUT_MS = 5_000
const DNS_TRIES = 2

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<string[]>

/**
 * A connector for undici that connects to public addresses only. It resolves the name itself, judges every address, and
 * connects to an address that it has judged: a name that resolves to another address a moment later gains nothing.
 * `lookup` alone would not do, since it is not asked about addresses that are written out.
 */
export function guardedConnector(resolve: Resolve): buildConnector.connector {
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    callbackify(publicAddresses)(host, resolve, (error: Error | null, addresses: string[]) => {
      if (error) return callback(error, null)
      const lookup = lookupAmong(addresses)
      buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2: false, lookup })({ ...options, hostname: host }, callback)
    })
  }
}

/** The addresses of a host. Throws ImageProblem unless all of them are public. */
export async function publicAddresses(host: string, resolve: Resolve): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host)
  if (addresses.length === 0) throw new ImageProblem(`There is no server named ${host}.`, { isTemporary: true })
  if (!addresses.every(isPublicAddress)) throw new ImageProblem(`${host} is not on the public internet.`)
  return addresses
}

/** Asks DNS. The resolver of the system would occupy threads that others need, and cannot be timed out. */
export async function resolveByDns(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

function lookupAmong(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, { all }, callback) => {
    if (all) callback(null, found)
    else callback(null, found[0]!.address, found[0]!.family)
  }
}

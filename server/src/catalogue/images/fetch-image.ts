import { isUtf8 } from 'node:buffer'
import { pipeline } from 'node:stream'
import type { Duplex, Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { Agent, request, buildConnector } from 'undici'
import type { Dispatcher } from 'undici'
import { ImageProblem } from './image-decoder.ts'
import { receiveImage } from './store-image.ts'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'

const UNKNOWN_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'EAI_NONAME'])
const NOT_ACCEPTED = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'])
const TOO_SLOW = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])
const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|EPROTO|ERR_SSL_)/

const UNREADABLE = /^(Z_|ERR__?ERROR_|ERR_BROTLI|ZSTD_)/

/** For a whole fetch, with its redirects, in milliseconds. */
const FETCH_TIMEOUT_MS = 30_000
const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** The longest wait that a server may ask for, in milliseconds. */
const MAX_WAIT_MS = 3_600_000

/** Fetches an image into a file. Throws ImageProblem. */
export type FetchImage = (url: string, file: string, options: { signal: AbortSignal }) => Promise<void>

/** A client for images: only HTTPS, up to 20 MB and 30 s; by its usual connector, only public addresses. */
export function imageClient(connect: buildConnector.connector = guardedConnector(resolveByDns)): {
  fetch: FetchImage
  close: () => Promise<void>
} {
  const agent = new Agent({
    connect,
    headersTimeout: FETCH_TIMEOUT_MS,
    bodyTimeout: FETCH_TIMEOUT_MS,
  })
  return {
    fetch: async (url, file, { signal }) => {
      const timeout = AbortSignal.timeout(FETCH_TIMEOUT_MS)
      const first = URL.parse(url)
      if (!first) throw new ImageProblem('The address is not valid.')
      try {
        await follow(agent, first, file, AbortSignal.any([signal, timeout]))
      } catch (error) {
        if (error instanceof ImageProblem || signal.aborted) throw error
        throw describeFetchError(first.hostname, timeout.aborted ? timeout.reason : error)
      }
    },
    close: () => agent.destroy(),
  }
}

async function follow(dispatcher: Dispatcher, first: URL, file: string, signal: AbortSignal): Promise<void> {
  let url = first
  for (let redirects = 0; ; redirects++) {
    refuseUnsafe(url)
    const { statusCode, headers, body } = await request(url, { dispatcher, signal, headers: REQUEST_HEADERS })
    try {
      if (statusCode === 200) {
        const image = unpacked(body, one(headers['content-encoding']))
        return await receiveImage(image, file, { declaredBytes: Number(one(headers['content-length'])), signal })
      }
      const location = locationOf(headers)
      if (!REDIRECTS.has(statusCode) || location === null) throw refused(url.hostname, statusCode, headers)
      if (redirects === MAX_REDIRECTS) {
        throw new ImageProblem(`The address redirects more than ${MAX_REDIRECTS} times.`)
      }
      if (!URL.canParse(location, url)) throw new ImageProblem('The address redirects to an invalid address.')
      url = new URL(location, url)
    } finally {
      // Closes the connection, where the body has not been read.
      body.on('error', () => {}).destroy()
    }
  }
}

function refuseUnsafe(url: URL): void {
  if (url.protocol !== 'https:') throw new ImageProblem(`Only https addresses are copied, not ${url.protocol}//.`)
  if (url.username || url.password) throw new ImageProblem('The address has a user name or a password in it.')
}

const REQUEST_HEADERS = {
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
  // An image is compressed already.
  'accept-encoding': 'identity',
  'user-agent': 'TradeCatalogue (image copy)',
}

function refused(host: string, status: number, headers: Dispatcher.ResponseData['headers']): ImageProblem {
  const seconds = Number(one(headers['retry-after']))
  const waitMs = seconds > 0 ? Math.min(seconds * 1000, MAX_WAIT_MS) : 0
  const because =
    status === 404 || status === 410
      ? `has no such image (${status})`
      : status === 401 || status === 403
        ? `does not give the image to everybody (${status})`
        : `answered with ${status}`
  return new ImageProblem(`The server ${host} ${because}.`, { isTemporary: true, waitMs })
}

/** A name written as raw UTF-8 is read as browsers read it. Undici has read each byte as a character. */
function locationOf(headers: Dispatcher.ResponseData['headers']): string | null {
  const location = one(headers['location'])
  const bytes = Buffer.from(location ?? '', 'latin1')
  return location !== null && isUtf8(bytes) ? bytes.toString() : location
}

const UNPACK = new Map<string, () => Duplex>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
])

/** Some servers compress what they were asked to leave as it is. What comes out is limited as any image. */
function unpacked(body: Readable, encoding: string | null): Readable {
  const coding = encoding?.trim().toLowerCase() || 'identity'
  if (coding === 'identity') return body
  const unpack = UNPACK.get(coding)
  if (!unpack) throw new ImageProblem(`The server sends the image compressed as “${coding}”, which is not read.`)
  // Errors reach whoever reads what comes out.
  return pipeline(body, unpack(), () => {})
}

function one(header: string | string[] | undefined): string | null {
  return [header].flat()[0] ?? null
}

/** Puts an error of the network into words for staff. All of them may pass. */
function describeFetchError(host: string, error: unknown): ImageProblem {
  return new ImageProblem(`${sentence(host, error as Error & { code?: string })}.`, { isTemporary: true })
}

function sentence(host: string, { name, code = '' }: Error & { code?: string }): string {
  if (name === 'TimeoutError' || TOO_SLOW.has(code)) return `The server ${host} took too long`
  if (UNREADABLE.test(code)) return `The server ${host} sends an image that cannot be unpacked`
  if (UNKNOWN_NAME.has(code)) return `There is no server named ${host}`
  if (NOT_ACCEPTED.has(code)) return `The server ${host} does not accept connections`
  if (CERTIFICATE.test(code)) return `The certificate of ${host} is not valid (${code})`
  return `The connection to ${host} broke${code ? ` (${code})` : ''}`
}

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

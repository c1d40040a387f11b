import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { publicAddresses, isPublicAddress } from '../../server/src/catalogue/images/fetch-image.ts'

const PUBLIC = ['1.1.1.1', '8.8.8.8', '172.15.255.255', '172.32.0.1', '100.63.0.1', '100.128.0.1', '2606:4700::1111']

/** Each with the reason why nobody's image is there. */
const OTHERS = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1'],
  'link-local, as the metadata of clouds': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254'],
  'shared by carriers': ['100.64.0.1', '100.127.255.254'],
  'IPv4 in IPv6': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1'],
  tunnels: ['2002:7f00:1::', '2002:808:808::1', '2001:0:7f00:1::'],
  documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff::1'],
  'tests, protocols and relays': ['198.18.0.1', '198.19.255.255', '192.0.0.8', '192.88.99.1', '2001:2::1'],
  'multicast, broadcast and reserved': ['224.0.0.1', '239.1.1.1', '255.255.255.255', '240.0.0.1', 'ff02::1'],
  'outside of what is routed': ['4000::1', '100::1', '5f00::1'],
  'no address': ['', 'localhost', '1.1.1', '1.1.1.1.1', '[::1]'],
}

test.each(PUBLIC)('%s is on the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

describe.each(Object.entries(OTHERS))('not public: %s', (_name, addresses) => {
  test.each(addresses)('%s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

/** The ways in which the URL of a browser, and so of this service, may write an IPv4 address. */
const NOTATIONS: ((bytes: number[]) => string)[] = [
  (bytes) => bytes.join('.'),
  (bytes) => bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
  (bytes) => bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
  ([a, b, c, d]) => `${a}.${b}.${c! * 256 + d!}`,
  ([a, b, c, d]) => `${a}.${(b! * 256 + c!) * 256 + d!}`,
  (bytes) => String(numberOf(bytes)),
  (bytes) => `0x${numberOf(bytes).toString(16)}`,
  (bytes) => `0${numberOf(bytes).toString(8)}`,
  (bytes) => `${bytes.join('.')}.`,
  (bytes) => [...bytes.join('.')].map((char) => (char === '.' ? '。' : char)).join(''),
  ([a, b, c, d]) => `[::ffff:${(a! * 256 + b!).toString(16)}:${(c! * 256 + d!).toString(16)}]`,
  (bytes) => `[::ffff:${bytes.join('.')}]`,
]

function numberOf(bytes: number[]): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
}

const byte = fc.nat(255)
const privateBytes = fc.oneof(
  fc.tuple(fc.constantFrom(10, 127, 0), byte, byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
)

test('an address in the own network is refused, however a URL writes it', async () => {
  await fc.assert(
    fc.asyncProperty(privateBytes, fc.constantFrom(...NOTATIONS), async (bytes, write) => {
      const host = new URL(`https://${write(bytes)}/a.jpg`).hostname.replace(/^\[|\]$/g, '')
      await expect(publicAddresses(host, async () => [])).rejects.toThrow('is not on the public internet')
    }),
    { numRuns: 500 },
  )
})

test('a name is refused if only one of its addresses is in the own network', async () => {
  const ownNetwork = privateBytes.map((bytes) => bytes.join('.'))
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(PUBLIC),
      fc.option(ownNetwork, { freq: 2, nil: undefined }),
      fc.nat(7),
      async (addresses, own, place) => {
        fc.pre(addresses.length > 0)
        const all = own === undefined ? addresses : addresses.toSpliced(place, 0, own)
        const judged = publicAddresses('images.example', async () => all)
        if (own === undefined) await expect(judged).resolves.toEqual(all)
        else await expect(judged).rejects.toThrow('images.example is not on the public internet.')
      },
    ),
  )
})

import { expect, test } from 'vitest'
import { deviceName, networkOf } from '../../server/src/people/sessions.ts'
import { passkeyNotice, relyingPartyAt } from '../../server/src/people/passkeys/relying-party.ts'

test.each([
  ['https://catalogue.example', 'catalogue.example', 'https://catalogue.example'],
  ['https://trade.catalogue.example:8443', 'trade.catalogue.example', 'https://trade.catalogue.example:8443'],
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ['http://trade.localhost:3000', 'trade.localhost', 'http://trade.localhost:3000'],
  ['http://127.0.0.1:3000', 'localhost', 'http://localhost:3000'],
  ['http://127.8.9.1:3000', 'localhost', 'http://localhost:3000'],
  ['https://[::1]:3000', 'localhost', 'https://localhost:3000'],
])('at %s, passkeys are of %s', (site, id, origin) => {
  expect(relyingPartyAt(site)).toEqual({ id, origin })
})

test.each([
  'http://catalogue.example',
  'https://192.0.2.7',
  'http://192.168.1.5:3000',
  'https://[2001:db8::1]',
  'http://notlocalhost',
])('at %s no browser has passkeys, and the start says so', (site) => {
  expect(relyingPartyAt(site)).toBe(null)
  expect(passkeyNotice(site)).toContain('PUBLIC_URL')
})

test('on this machine the start names the address at which passkeys work', () => {
  expect(passkeyNotice('http://127.0.0.1:3000')).toContain('For passkeys, open http://localhost:3000:')
  expect(passkeyNotice('http://localhost:3000')).toBe(null)
  expect(passkeyNotice('https://catalogue.example')).toBe(null)
})

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${WEBKIT} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  ['curl/8.14.1', 'A browser'],
  ['', 'A browser'],
  [null, 'A browser'],
])('%s is named in words', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['unknown', null],
])('of %s, the network %s is shown', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

import { METHODS } from 'node:http'
import fc from 'fast-check'
import { placeholder } from './known-values.ts'
import type { Request } from './request.ts'

const HOST = 'Host: a\r\n'
const GET = `GET /api/v1/openapi.json HTTP/1.1\r\n${HOST}`
const PUT = `PUT /api/v1/products HTTP/1.1\r\n${HOST}Authorization: Bearer ${placeholder('writer', 0)}\r\n`

/** What is no request, or an odd one, and has to be answered at once. */
export const ANSWERED: Record<string, string> = {
  'no host': `GET /api/v1/openapi.json HTTP/1.1\r\n\r\n`,
  'two hosts': `${GET}Host: b\r\n\r\n`,
  'an odd host': 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: \xff:99999/../\r\n\r\n',
  'HTTP/1.0': 'GET /api/v1/openapi.json HTTP/1.0\r\n\r\n',
  'HTTP/0.9': 'GET /\r\n\r\n',
  'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/9.9': `GET / HTTP/9.9\r\n${HOST}\r\n`,
  TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  NULs: '\0'.repeat(100),
  'empty lines before': `\r\n\r\n${GET}\r\n`,
  'a whole address': `GET http://elsewhere.example/api/v1/openapi.json HTTP/1.1\r\n${HOST}\r\n`,
  'a host for a path': `GET elsewhere.example:443 HTTP/1.1\r\n${HOST}\r\n`,
  'a star for a path': `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`,
  'no path': `GET  HTTP/1.1\r\n${HOST}\r\n`,
  'a query for a path': `GET ?q=1 HTTP/1.1\r\n${HOST}\r\n`,
  'a fragment': `GET /api/v1/openapi.json#x HTTP/1.1\r\n${HOST}\r\n`,
  'bytes above ASCII in the path': `GET /api/v1/products/\xc3\xa9\xff HTTP/1.1\r\n${HOST}\r\n`,
  'a path of 20,000 characters': `GET /api/v1/products/${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`,
  'a query of 15,000 characters': `GET /api/v1/openapi.json?${'a&'.repeat(7_500)} HTTP/1.1\r\n${HOST}\r\n`,
  'a header of 100,000 characters': `${GET}X-Long: ${'a'.repeat(100_000)}\r\n\r\n`,
  'two thousand headers': `${GET}${'X: 1\r\n'.repeat(2_000)}\r\n`,
  'a header without a name': `${GET}: x\r\n\r\n`,
  'a header without a colon': `${GET}nonsense\r\n\r\n`,
  'a header with a space before the colon': `${GET}X : 1\r\n\r\n`,
  'a header over two lines': `${GET}X: 1\r\n 2\r\n\r\n`,
  'a header with NUL': `${GET}X: a\0b\r\n\r\n`,
  'a header with a bare CR': `${GET}X: a\rb\r\n\r\n`,
  'bare line feeds': GET.replaceAll('\r', '') + 'X: 1\n\n',
  'a method in lower case': `get /api/v1/openapi.json HTTP/1.1\r\n${HOST}\r\n`,
  'a method of its own': `BREW /api/v1/openapi.json HTTP/1.1\r\n${HOST}\r\n`,
  'a method without end': 'A'.repeat(30_000),
  'an upgrade': `${GET}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`,
  'an upgrade to HTTP/2': `${GET}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n`,
  'an expectation': `${GET}Expect: miracles\r\n\r\n`,
  'a length below zero': `${PUT}Content-Length: -1\r\n\r\n`,
  'a length in words': `${PUT}Content-Length: ten\r\n\r\n`,
  'a length with an exponent': `${PUT}Content-Length: 1e3\r\n\r\n`,
  'a length with a sign': `${PUT}Content-Length: +2\r\n\r\n{}`,
  'a length past every number': `${PUT}Content-Length: ${'9'.repeat(30)}\r\n\r\n{}`,
  'a length past every body': `${PUT}Content-Length: 999999999999\r\n\r\n{}`,
  'two lengths': `${PUT}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  'a list of lengths': `${PUT}Content-Length: 2, 2\r\n\r\n{}`,
  'a length and chunks': `${PUT}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  'an unknown transfer encoding': `${PUT}Transfer-Encoding: gzip\r\n\r\n{}`,
  'chunked, and then not': `${PUT}Transfer-Encoding: chunked, identity\r\n\r\n{}`,
  'chunked twice': `${PUT}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'chunked with NUL': `${PUT}Transfer-Encoding: chunked\0\r\n\r\n0\r\n\r\n`,
  'a chunk of no size': `${PUT}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  'a chunk past every number': `${PUT}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\n{}`,
  'a chunk with a long extension': `${PUT}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(50_000)}\r\n{}\r\n0\r\n\r\n`,
  'odd trailers': `${PUT}Transfer-Encoding: chunked\r\nTrailer: Host\r\n\r\n2\r\n{}\r\n0\r\nHost: b\r\n__proto__: 1\r\n\r\n`,
  'a body for a read': `${GET}Content-Length: 5\r\n\r\nhello`,
  'a body for a head': `HEAD /api/v1/openapi.json HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhello`,
  'something after the end': `${GET}Connection: close\r\n\r\nand more`,
}

/** Bytes in which something was changed, so that what they ask for is anybody's guess. */
export function mangled(request: fc.Arbitrary<Request>): fc.Arbitrary<string> {
  const change = fc.record({
    at: fc.nat(),
    remove: fc.constantFrom(0, 0, 1, 2, 30),
    insert: fc.oneof(
      fc.constantFrom(
        '',
        '\r\n',
        '\n',
        '\r',
        ' ',
        '\0',
        ':',
        '\r\n\r\n',
        '%',
        '/',
        '?',
        'HTTP/1.1',
        'Content-Length: 3\r\n',
      ),
      fc.constantFrom('Transfer-Encoding: chunked\r\n', 'Connection: close\r\n', '0\r\n\r\n', '\xff\xfe'),
      fc.string({ unit: 'binary-ascii', maxLength: 4 }),
    ),
  })
  return fc
    .tuple(request, fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([request, changes]) => changes.reduce(apply, request.bytes().toString('latin1')))
}

function apply(bytes: string, { at, remove, insert }: { at: number; remove: number; insert: string }): string {
  const place = at % (bytes.length + 1)
  return bytes.slice(0, place) + insert + bytes.slice(place + remove)
}

const SEGMENTS = [
  ...'. .. %2e%2e %2E %2F %5c \\ %00 % ;a=b a;b * :id __proto__ %70roducts'.split(' '),
  ...'api v1 v2 API products customers orders openapi.json docs static json index.html'.split(' '),
  '',
]

/** Node closes the connection of a CONNECT, which asks for a tunnel. */
const ANSWERED_METHODS = METHODS.filter((method) => method !== 'CONNECT')

/** Any method, on a path that is there, or nearly. */
export const paths: fc.Arbitrary<{ method: string; path: string }> = fc.record({
  method: fc.oneof(fc.constantFrom(...ANSWERED_METHODS), fc.constantFrom('GET', 'PUT', 'HEAD')),
  path: fc
    .tuple(
      fc.constantFrom('/api/v1/', '/api/v1/products/', '/docs/', '/docs/static/', '/', '//', '/api//v1/'),
      fc.array(fc.constantFrom(...SEGMENTS), { maxLength: 4 }),
      fc.constantFrom('', '', '/', '?', '?a=1', '?__proto__[x]=1&limit=%'),
    )
    .map(([start, segments, end]) => start + segments.join('/') + end),
})

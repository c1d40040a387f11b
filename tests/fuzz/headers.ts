import fc from 'fast-check'
import { placeholder } from './known-values.ts'
import type { Caller } from './request.ts'

type Header = [name: string, value: string]

const key = (caller: Caller) => `Bearer ${placeholder(caller, 0)}`
const known = (caller: Caller): [Caller, Header[]] => [caller, [['Authorization', key(caller)]]]

/** What looks like a key, a little. */
const NO_KEYS = [
  '',
  'Bearer ',
  'Basic dTpw',
  'Bearer tck__',
  `Bearer tck_${'0'.repeat(22)}_${'0'.repeat(32)}`,
  `Bearer tck_${'z'.repeat(22)}_${'z'.repeat(32)}`,
  `Bearer ${'a'.repeat(7_000)}`,
  'Bearer \u00ff\u00fe',
  "Bearer ' or 1=1 --",
  placeholder('writer', 0),
  `${key('writer')}x`,
  `${key('writer')} ${key('writer')}`,
  `Bearer,${key('writer')}`,
]

/** Who may do everything in the workspace. */
export const writer = fc.constant(known('writer'))

/** Who asks, and how they say so. */
export const callers: fc.Arbitrary<[Caller, Header[]]> = fc.oneof(
  { weight: 30, arbitrary: writer },
  { weight: 2, arbitrary: fc.constantFrom<Caller>('reader', 'neighbour', 'lapsed', 'demo', 'revoked').map(known) },
  { weight: 1, arbitrary: fc.constantFrom<[Caller, Header[]]>(['nobody', []], ...NO_KEYS.map(nobody)) },
)

const ODD: Record<string, string[]> = {
  Accept: ['text/html', '*/*;q=0', '', '\u00ff'],
  'Accept-Encoding': ['gzip, br;q=1.0', '*;q=0'],
  Connection: ['keep-alive, x', 'Upgrade', 'close'],
  'Content-Encoding': ['gzip', 'identity', 'deflate, x'],
  'Content-Type': ['text/plain', 'application/json; charset=utf-16', 'a/b;charset="', '', '/', ';', '\u00ff', 'a, b/c'],
  Cookie: ['a=b; a=c; =', '\u00ff', 'x'.repeat(4_000)],
  Expect: ['100-continue', 'miracles'],
  'If-Modified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT', '9'.repeat(400)],
  'If-None-Match': ['*', '""', '"', 'W/', ',,,', '"a", W/"c"', `"${'x'.repeat(6_000)}"`, '"a'.repeat(2_000), '\u00ff'],
  Origin: ['https://shop.example', 'null'],
  Range: ['bytes=0-1', 'bytes=9-1', 'lines=1'],
  Upgrade: ['websocket', 'h2c'],
  'X-Forwarded-For': ['127.0.0.1', '::1, unknown', 'x'.repeat(500)],
  'X-HTTP-Method-Override': ['DELETE', 'PUT'],
  'X-Odd': ['x'.repeat(5_000), '\u00e9\u00ff', '', '__proto__'],
  ['__proto__']: ['1'],
  constructor: ['1'],
}

const odd = fc.constantFrom(
  ...Object.entries(ODD).flatMap(([name, values]) => values.map((value): Header => [name, value])),
)

/** Some headers that are out of the ordinary; any of them may be there twice. */
export const oddHeaders: fc.Arbitrary<Header[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Header[]>([]) },
  { weight: 1, arbitrary: fc.array(odd, { minLength: 1, maxLength: 3 }) },
)

function nobody(authorization: string): [Caller, Header[]] {
  return ['nobody', [['Authorization', authorization]]]
}

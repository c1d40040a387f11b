import fc from 'fast-check'
import { anyCharacter } from '../given/any-character.ts'

/** JSON that no JavaScript value becomes, to be written as it is. */
export class Verbatim {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}

const INHERITED = '__proto__ constructor toString hasOwnProperty prototype then toJSON valueOf length'.split(' ')
const CODE = `' '' " \\ \\' '; $1 {} \${7*7} %s {{7*7}} -- /* null undefined true NaN [object`.split(' ')
const SEARCH = `% _ %% \\% * ? .* ( [ :* & | ! <-> 'a':* a&b !a <2> :A '= = a:*b - . / + _-_ a-b-c`.split(' ')
const DIGITS = '-1 0 1e3 0x10 1,5 007 ٣ ² ½ Ⅷ'.split(' ')
const BLANKS = ['', ' ', '\t', '\n', '\r\n', '\u00a0', '\u2028', '\ufeff', '\u200b', '\u0085']

/** What databases, searches, templates and prototypes might take for something else than text. */
const MEANINGFUL = [
  ...INHERITED,
  ...CODE,
  ...SEARCH,
  ...DIGITS,
  ...BLANKS,
  '('.repeat(200),
  "'; drop table product; --",
]

const NO_CHARACTERS = ['\0', '\u0001', '\u007f', '\ud800', '\udfff', '\udc00\ud800', '\ufffe', '\uffff', '\u{10ffff}']
const JOINED = ['e\u0301', '\u0301', `o${'\u0308'.repeat(40)}`, '\u202e', '\u200d', '👨‍👩‍👧‍👦', '🇬🇧', 'אבג', 'مرحبا']
/** They grow, or change, when their case or form is evened out. */
const UNSTABLE = 'İ ß ŉ ΐ ﬃ ﷺ ㌀ ㍿ \u{1d160} ẞ Σ ς ſ K'.split(' ')

/** Characters that are more, or less, than they seem. */
const SURPRISING = [...NO_CHARACTERS, ...JOINED, ...UNSTABLE]

const NUMBERS = [
  ...'1e400 -1e400 1e-400 1E-7 1e3 -0 0.1 1.5 -1 1000000001 2147483648 -2147483649'.split(' '),
  ...'9007199254740992 9007199254740993 9223372036854775808 123456789012345678901234567890'.split(' '),
]

export const meaningful = fc.constantFrom(...MEANINGFUL)

/** Any text, of any length up to some thousands. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  meaningful,
  fc.constantFrom('\0', 'a\0', '\ud800', 'a\udc00b'),
  fc.constantFrom(...SURPRISING),
  fc
    .array(fc.constantFrom(...MEANINGFUL, ...SURPRISING), { minLength: 2, maxLength: 6 })
    .map((parts) => parts.join('')),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc
    .tuple(fc.constantFrom('x', ' ', 'a-', 'é', '\u{1d160}', '\0', ...SURPRISING), fc.constantFrom(65, 201, 4_001))
    .map(([part, times]) => part.repeat(times)),
)

/** Text that is mostly characters which become many when case and form are evened out. */
export const growingText = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0x3300, max: 0x3357 }).map((point) => String.fromCodePoint(point)),
    fc.constantFrom('ﷺ', 'ﷻ', '㍿', 'ﬃ', '\u{1d160}', '\u{1f14e}', 'İ', '⑽', '㈝'),
  ),
  minLength: 1,
  maxLength: 200,
})

/** Any JSON, with what only JSON text can say. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 4, arbitrary: fc.constantFrom(...NUMBERS).map((json) => new Verbatim(json)) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, 0, [], {}, [[]], [null], ['a'], [{}]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom('[', '{"a":').chain(nested) },
  {
    weight: 2,
    arbitrary: fc.tuple(meaningful, hostileText).map(([key, value]) => Object.fromEntries([[key, value]])),
  },
)

export const numberText = fc.oneof(
  fc.constantFrom(...NUMBERS, '+5', ' 5 ', '5 ', '05', '5.0', '5,0', '0x5', '5_0', '٥', '9'.repeat(400), 'Infinity'),
  fc.integer().map(String),
)

/** JSON of a value, its Verbatim parts as they are. */
export function writeJson(value: unknown): string {
  if (value instanceof Verbatim) return value.json
  if (Array.isArray(value)) return `[${value.map(writeJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}:${writeJson(field)}`)
  return `{${fields.join()}}`
}

function nested(open: string): fc.Arbitrary<Verbatim> {
  const close = open === '[' ? ']' : '}'
  return fc.constantFrom(20, 2_000, 20_000).map((depth) => new Verbatim(`${open.repeat(depth)}1${close.repeat(depth)}`))
}

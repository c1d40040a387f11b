import fc from 'fast-check'

/** Text as it may stand in a URL: properly, badly, twice, too long or not at all encoded. */
export function encoded(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const raw = (value: string) => value.replaceAll(/[^!-~]|[#?&/]/gu, encode)
  const badly = fc.constantFrom(...'% %Z %C3 %ED%A0%80 %C0%80 %FF %F4%90%80%80 %e2%82 + %2B %00'.split(' '))
  return fc.oneof(
    { weight: 5, arbitrary: text.map(encode) },
    { weight: 1, arbitrary: text.map((value) => encode(encode(value))) },
    { weight: 1, arbitrary: text.map(raw) },
    { weight: 1, arbitrary: fc.tuple(text, badly).map(([value, bad]) => encode(value).slice(0, 50) + bad) },
  )
}

/** Half of a surrogate pair has no UTF-8; encoded all the same, as careless programs do. */
export function encode(value: string): string {
  return value.replaceAll(/\p{Surrogate}|[^]/gu, (character) =>
    /\p{Surrogate}/u.test(character) ? surrogateBytes(character.charCodeAt(0)) : encodeURIComponent(character),
  )
}

function surrogateBytes(unit: number): string {
  const bytes = [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]
  return bytes.map((byte) => `%${byte.toString(16)}`).join('')
}

/** Any value as text; that of an object may have none of its own. */
export function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

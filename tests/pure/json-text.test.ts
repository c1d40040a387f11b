import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvalidJson, JsonText } from '../../server/src/http/bodies/json-text.ts'
import { anyCharacter } from '../any-character.ts'

/** The bytes in chunks of these lengths, and the rest. */
async function parsed(bytes: Buffer, lengths: number[], slicedFrom: number): Promise<unknown> {
  const text = new JsonText({ scanned: true, slicedFrom })
  let start = 0
  for (const length of [...lengths, bytes.length]) {
    text.add(bytes.subarray(start, start + length))
    start += length
  }
  return text.parse()
}

async function outcome(parse: () => unknown): Promise<unknown> {
  try {
    return await parse()
  } catch (error) {
    expect(error instanceof SyntaxError || error instanceof InvalidJson).toBe(true)
    return 'invalid'
  }
}

/** JSON with lists of rows, and texts that are nearly JSON: some parts are left out, doubled or exchanged. */
const json = fc
  .oneof(
    fc.dictionary(fc.string(), fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 4 }), { maxKeys: 3 }),
    fc.jsonValue({ stringUnit: anyCharacter }),
  )
  .map((value) => JSON.stringify(value))
const damage = fc.array(
  fc.tuple(fc.nat(), fc.constantFrom('', ',', ']', '[', '{', '}', '"', ' ', '\u00a0', '0', 'é')),
  {
    maxLength: 2,
  },
)
const cuts = fc.array(fc.nat(20), { maxLength: 6 })

test('a text that is parsed in slices is what it is at once, valid or not, wherever its bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(json, damage, cuts, async (valid, places, lengths) => {
      const text = places.reduce((result, [place, put]) => {
        const at = place % (result.length + 1)
        return result.slice(0, at) + put + result.slice(at + (place % 2))
      }, valid)
      const bytes = Buffer.from(text)
      const expected = await outcome(() => JSON.parse(bytes.toString()))
      expect(await outcome(() => parsed(bytes, lengths, 0))).toEqual(expected)
      expect(await outcome(() => parsed(bytes, lengths, Infinity))).toEqual(expected)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['a name twice', '{"a":[1,2],"a":[{"b":[3]}]}'],
  ['empty lists', '{"a":[],"b":[ ],"c":[[]]}'],
  ['a prototype', '{"__proto__":[{"a":1}],"a":[{"__proto__":1}]}'],
  ['lists in a list', '[[1,[2]],[3]]'],
  ['more rows than are cut out', JSON.stringify({ a: [1], b: Array.from({ length: 2_500 }, (_, i) => [i]), c: [2] })],
  ['brackets in texts', '{"a":["],[",{"b":"\\"]"}]}'],
])('%s is parsed in slices as at once', async (_case, text) => {
  expect(JSON.stringify(await parsed(Buffer.from(text), [3], 0))).toBe(JSON.stringify(JSON.parse(text)))
})

test.each(['{"a":[1,]}', '{"a":[,1]}', '{"a":[1 2]}', '{"a":[1]', '{"a":[{]}', '{"a":[1]]}', '"', '{"a":[\u00a0]}'])(
  'no JSON in slices: %s',
  async (text) => {
    await expect(parsed(Buffer.from(text), [2], 0)).rejects.toThrow('The body is not valid JSON.')
  },
)

test('bytes that are no UTF-8 are refused, also where they end too early', async () => {
  await expect(parsed(Buffer.from([0x22, 0xff, 0x22]), [], 0)).rejects.toBeInstanceOf(InvalidJson)
  await expect(parsed(Buffer.from([0x22, 0xf0, 0x9f]), [], 0)).rejects.toBeInstanceOf(InvalidJson)
})

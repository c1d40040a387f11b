import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { UpsertCustomers } from '../../server/src/api/v1/customer-schema.ts'
import { UpsertProducts } from '../../server/src/api/v1/product-schema.ts'
import { PARSING_MODULE } from '../../server/src/app.ts'
import { parseJson } from '../../server/src/http/bodies/parse-json.ts'
import { ParsingThread } from '../../server/src/http/bodies/parsing-thread.ts'
import { CheckedBody, validate } from '../../server/src/http/validate.ts'
import { anyCharacter } from '../any-character.ts'

const thread = new ParsingThread(PARSING_MODULE)
afterAll(() => thread.close())

const SCHEMAS = { upsertProducts: UpsertProducts, upsertCustomers: UpsertCustomers }

const text = fc.constantFrom('a', ' a ', 'A', '', ' ', '\u0000', 'x'.repeat(400), 'a@b.example')
const any = fc.oneof(text, fc.jsonValue({ stringUnit: anyCharacter, maxDepth: 2 }))
const product = { sku: text, name: text, listPrice: fc.constantFrom(1, -1, 'a'), unitLabel: text }
const row = fc.oneof(
  fc.record(product, { requiredKeys: [] }),
  fc.record({ ...product, name: fc.constant('n'), unitLabel: fc.constant('u'), listPrice: fc.constant(1) }),
  fc.dictionary(fc.constantFrom('name', 'email', 'details', 'onlyFor', 'notes', '__proto__'), any),
  any,
)
const rows = fc.oneof({ weight: 8, arbitrary: fc.array(row, { maxLength: 5 }) }, fc.constant(Array(101).fill(1)), any)
const body = fc.oneof(
  { weight: 8, arbitrary: fc.record({ products: rows, customers: rows, priceChangeId: any }, { requiredKeys: [] }) },
  any,
)
/** Some of these make a text that is no JSON any more, or bytes that are no text. */
const damage = fc.option(fc.tuple(fc.nat(), fc.constantFrom('', ',', ']', '{', '"', ' ', '0', 'é', '\u00ff')))
const cuts = fc.array(fc.nat(20), { maxLength: 6 })
const operation = fc.constantFrom<(keyof typeof SCHEMAS)[]>('upsertProducts', 'upsertCustomers')

/** The bytes in chunks of these lengths, and the rest. */
function chunksOf(bytes: Buffer, lengths: number[]): Buffer[] {
  let start = 0
  return [...lengths, bytes.length].map((length) => bytes.subarray(start, (start += length)))
}

async function outcome(parse: () => unknown): Promise<unknown> {
  try {
    return { value: await parse() }
  } catch (error) {
    return { error }
  }
}

test('a body that is parsed in a thread is what it is here, valid or not, wherever its bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(body, damage, cuts, operation, async (value, damaged, lengths, operation) => {
      const valid = JSON.stringify(value)
      const at = (damaged?.[0] ?? 0) % (valid.length + 1)
      const bytes = Buffer.from(valid.slice(0, at) + (damaged?.[1] ?? '') + valid.slice(damaged ? at + 1 : 0), 'utf8')
      const expected = await outcome(() => {
        const checked = validate(SCHEMAS[operation], parseJson([bytes]) ?? undefined)
        if ('error' in checked) throw checked.error
        return new CheckedBody(checked.value)
      })
      const chunks = chunksOf(bytes, lengths)
      expect(await outcome(() => thread.parse({ operation, chunks }))).toEqual(expected)
      const unchecked = await outcome(() => thread.parse({ operation: 'other', chunks }))
      expect(unchecked).toEqual(await outcome(() => parseJson([bytes])))
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ['no UTF-8', [0x22, 0xff, 0x22]],
  ['cut in a character', [0x22, 0xf0, 0x9f]],
  ['empty', []],
])('a body that is %s is no JSON', async (_case, bytes) => {
  const refused = thread.parse({ operation: undefined, chunks: [Uint8Array.from(bytes)] })
  await expect(refused).rejects.toThrow('The body is not valid JSON.')
})

test('a thread that fails is told to all who wait, and the next body has a new one', async () => {
  const failing = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ id, task: { operation } }) => {
      if (operation === 'fail') throw new Error('broken')
      parentPort.postMessage({ id, answer: { value: operation, isChecked: false } })
    })`
  const broken = new ParsingThread(new URL(`data:text/javascript,${encodeURIComponent(failing)}`))
  const waiting = ['fail', 'other'].map((operation) => broken.parse({ operation, chunks: [] }))
  for (const { reason } of (await Promise.allSettled(waiting)) as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ message: 'broken' })
  }
  expect(await broken.parse({ operation: 'works', chunks: [] })).toBe('works')
  broken.close()
})

import fc from 'fast-check'
import { LARGEST_CALL_BYTES as LARGEST_CUSTOMERS } from '../../server/src/api/v1/customer-schema.ts'
import { LARGEST_CALL_BYTES as LARGEST_PRODUCTS } from '../../server/src/api/v1/product-schema.ts'
import { conforms } from '../fuzz/description.ts'
import type { Operation, Parameter } from '../fuzz/description.ts'
import { encode } from '../fuzz/url-text.ts'
import { largest } from './largest-body.ts'
import { requestBytes } from './request-bytes.ts'
import { SHAPES } from './shapes.ts'
import type { Stocked } from './stock.ts'
import { TEXTS } from './texts.ts'

/** Bytes that a body may have. */
const LARGEST: Record<string, number> = { upsertProducts: LARGEST_PRODUCTS, upsertCustomers: LARGEST_CUSTOMERS }
const LARGEST_OTHER = 1_048_576
/** Characters of the value of a parameter, and of all that comes before the body. */
const LONGEST_VALUE = 3_000
const LONGEST_HEAD = 14_000

/** What a call is made of; its bytes are made when it is sent, as they are many. */
type Parts = {
  text: string
  seed: number
  /** What fills a field that the service does not know, up to a share of the bytes that a body may have. */
  shape: string
  share: number
  query: string[]
  header: [string, string]
}

export type LargestCall = Parts & { bytes: (stocked: Stocked, attempt: number) => Buffer }

/** Calls of an operation with all that its description has room for, and more. */
export function largestCalls(operation: Operation): fc.Arbitrary<LargestCall> {
  return fc
    .record<Parts>({
      text: fc.constantFrom(...Object.keys(TEXTS)),
      seed: fc.nat(9),
      shape: fc.constantFrom(...Object.keys(SHAPES)),
      share: fc.constantFrom(0, 0, 0.01, 0.1, 0.5),
      query: query(operation),
      header: fc.constantFrom<[string, string]>(
        ['X-Odd', ''],
        ['X-Odd', 'x'.repeat(9_000)],
        ['If-None-Match', '"a", '.repeat(1_800)],
      ),
    })
    .map((parts) =>
      Object.defineProperty(parts as LargestCall, 'bytes', {
        value: (stocked: Stocked, attempt: number) => bytesOf(operation, parts, stocked, attempt),
      }),
    )
}

function bytesOf(operation: Operation, parts: Parts, stocked: Stocked, attempt: number): Buffer {
  const { id, method, path } = operation
  const target = `${path.replace('{id}', encode(idFor(id, stocked)))}?${[...parts.query, `x=${attempt}`].join('&')}`
  const body = operation.body && bodyOf(operation, parts, attempt)
  const [name, value] = parts.header
  const headers = { [name]: value.slice(0, Math.max(0, LONGEST_HEAD - target.length)) }
  return requestBytes(method, target, { key: stocked.attacker.key, headers, ...(body !== undefined && { body }) })
}

/** Another one for each attempt; with no more bytes than a body may have. */
function bodyOf({ id, body }: Operation, { text, seed, shape, share }: Parts, attempt: number): string {
  const value = largest(body!.schema, TEXTS[text]!, { seed: seed + 10 * attempt })
  const described = JSON.stringify(value)
  const limit = LARGEST[id] ?? LARGEST_OTHER
  const room = Math.floor(share * (limit - Buffer.byteLength(described) - 10))
  return room > 0 ? `${described.slice(0, -1)},"x":${SHAPES[shape]!(room)}}` : described
}

function idFor(operation: string, { draftId, orderId, productId }: Stocked): string {
  if (/PriceChange/.test(operation)) return draftId
  if (/Order/.test(operation)) return orderId
  return /Customer/.test(operation) ? 'TILL-1' : productId
}

function query({ parameters }: Operation): fc.Arbitrary<string[]> {
  const pairs = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => {
      const pair = values(parameter).map((value) => `${parameter.name}=${encode(value)}`)
      return parameter.required ? pair : fc.option(pair, { nil: undefined })
    })
  return fc.tuple(...pairs).map((given) => {
    const kept = given.filter((pair) => pair !== undefined)
    while (kept.join('&').length > LONGEST_HEAD / 2) kept.pop()
    return kept
  })
}

/** The greatest values of a parameter, those of most that can be found, and longer ones. */
function values({ name, schema }: Parameter): fc.Arbitrary<string> {
  const longest = fc
    .constantFrom(...Object.values(TEXTS))
    .map((text) => [...text(schema.maxLength ?? LONGEST_VALUE, 0)].slice(0, LONGEST_VALUE).join(''))
  const found = { q: ['common', 'plate', 'c', 'cash', 'p c'], customer: ['TILL-1'], sku: ['PLATE-1'] }[name] ?? []
  const greatest = ['0', '50', '1000', '1000000000', 'true', ...(schema.enum ?? []).map(String)]
  const fitting = greatest.filter((value) => conforms(schema, schema.type === 'integer' ? Number(value) : value))
  return fc.oneof(
    { weight: 1, arbitrary: longest },
    { weight: 3, arbitrary: fc.constantFrom(...found, ...(found.length + fitting.length > 0 ? fitting : ['x'])) },
  )
}

import fc from 'fast-check'
import type { Operation, Parameter } from './description.ts'
import { callers, oddHeaders, writer } from './headers.ts'
import { hostileText, numberText, writeJson } from './hostile-values.ts'
import { placeholder } from './known-values.ts'
import type { Kind } from './known-values.ts'
import { Request } from './request.ts'
import { conforming, nearlyConforming } from './schema-values.ts'

/** Characters of path and headers; Node reads no more than 16 KiB of them. */
const LONGEST_HEAD = 14_000

/** What the `id` in a path is of. */
const ID_OF: Record<string, Kind> = {
  readProduct: 'product',
  readCustomer: 'customer',
  readOrder: 'order',
  moveOrder: 'order',
  previewPriceChange: 'priceChange',
}

/** Requests to an operation: as it describes them, nearly so, and not at all. */
export function requests(operation: Operation, caller = callers): fc.Arbitrary<Request> {
  return build(operation, {
    caller,
    path: fc.oneof({ weight: 3, arbitrary: givenId(operation) }, { weight: 2, arbitrary: encoded(hostileText) }),
    query: fc.oneof(describedQuery(operation), hostileQuery(operation)),
    headers: oddHeaders,
    body: operation.body && hostileBody(operation.body.schema),
  })
}

/** Requests that an operation describes, of a caller who may make them. */
export function describedRequests(operation: Operation): fc.Arbitrary<Request> {
  return build(operation, {
    caller: writer,
    path: givenId(operation),
    query: describedQuery(operation),
    headers: fc.constant([]),
    body: operation.body && conforming(operation.body.schema).map((value) => Buffer.from(writeJson(value))),
  })
}

type Parts = {
  caller: typeof callers
  path: fc.Arbitrary<string>
  query: fc.Arbitrary<string[]>
  headers: fc.Arbitrary<[string, string][]>
  body: fc.Arbitrary<Buffer> | undefined
}

function build(operation: Operation, { caller, path, query, headers, body = fc.constant(undefined) as never }: Parts) {
  const method =
    operation.method === 'GET' ? fc.constantFrom('GET', 'GET', 'GET', 'HEAD') : fc.constant(operation.method)
  return fc
    .record({ caller, method, path, query, headers, body })
    .map(({ caller: [who, authorization], method, path, query, headers, body }) => {
      const target = operation.path.replace('{id}', () => path) + (query.length > 0 ? `?${query.join('&')}` : '')
      return new Request({ operation, caller: who, method, target, headers: [...authorization, ...headers], body })
    })
    .filter(({ target, headers }) => target.length + headers.join().length < LONGEST_HEAD)
}

function givenId({ id }: Operation): fc.Arbitrary<string> {
  const kind = ID_OF[id] ?? 'product'
  return fc.oneof(
    { weight: 6, arbitrary: fc.nat(20).map((index) => placeholder(kind, index)) },
    { weight: 1, arbitrary: fc.nat(20).map((index) => placeholder('foreign', index)) },
    {
      weight: 1,
      arbitrary: conforming({ type: 'string', minLength: 1, maxLength: 64 }, 'accountCode').map((code) =>
        encode(String(code)),
      ),
    },
    { weight: 1, arbitrary: fc.uuid() },
  )
}

function describedQuery({ parameters }: Operation): fc.Arbitrary<string[]> {
  const pairs = queryParameters(parameters).map(({ name, required, schema }) => {
    const pair = conforming(schema, `?${name}`).map((value) => `${name}=${encode(String(value))}`)
    return required ? pair : fc.option(pair, { nil: undefined, freq: 2 })
  })
  return fc.tuple(...pairs).map((given) => given.filter((pair) => pair !== undefined))
}

function hostileQuery(operation: Operation): fc.Arbitrary<string[]> {
  const suffix = fc.constantFrom('', '', '', '', '', '', '', '', '[]', '[0]', '[x]', '.x', '%5B%5D', '%00')
  const pairs = queryParameters(operation.parameters).map(({ name, schema }) => {
    const past = nearlyConforming(schema, `?${name}`).map((value) => encode(String(value)))
    const value = fc.oneof(encoded(hostileText), schema.type === 'integer' ? numberText.map(encode) : past, past)
    return fc.tuple(suffix, value).map(([end, value]) => `${name}${end}=${value}`)
  })
  const unknown = encoded(hostileText).map((value) => `__proto__=${value}`)
  const pair = fc.oneof(...pairs, unknown)
  const noise = fc.constantFrom(
    '',
    '=',
    '&',
    'q',
    '=5',
    'limit',
    '%',
    '%ZZ=1',
    '?',
    '#',
    ';limit=1',
    'limit=1;offset=2',
  )
  return fc
    .tuple(
      describedQuery(operation),
      fc.array(fc.oneof({ weight: 5, arbitrary: pair }, noise), { maxLength: 3 }),
      fc.boolean(),
    )
    .map(([described, odd, only]) => (only ? odd : [...described, ...odd]))
}

/** Text as it may stand in a URL: properly, badly, twice, too long or not at all encoded. */
function encoded(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const raw = (value: string) => value.replaceAll(/[^!-~]|[#?&/]/gu, encode)
  const badly = fc.constantFrom(
    '%',
    '%Z',
    '%C3',
    '%ED%A0%80',
    '%C0%80',
    '%FF',
    '%F4%90%80%80',
    '%e2%82',
    '+',
    '%2B',
    '%00',
  )
  return fc.oneof(
    { weight: 5, arbitrary: text.map(encode) },
    { weight: 1, arbitrary: text.map((value) => encode(encode(value))) },
    { weight: 1, arbitrary: text.map(raw) },
    { weight: 1, arbitrary: fc.tuple(text, badly).map(([value, bad]) => encode(value).slice(0, 50) + bad) },
  )
}

function hostileBody(schema: NonNullable<Operation['body']>['schema']): fc.Arbitrary<Buffer> {
  const written = fc
    .oneof({ weight: 3, arbitrary: conforming(schema) }, { weight: 6, arbitrary: nearlyConforming(schema) })
    .map((value) => Buffer.from(writeJson(value)))
  return fc.oneof({ weight: 8, arbitrary: written }, { weight: 2, arbitrary: damaged(written) })
}

/** JSON in UTF-8, and something wrong with it; or only unusual. */
function damaged(json: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  const damages: ((body: Buffer, at: number) => Buffer)[] = [
    (body, at) => body.subarray(0, at),
    (body, at) => Buffer.concat([body.subarray(0, at), Buffer.from([0xff]), body.subarray(at)]),
    (body, at) => Buffer.concat([body.subarray(0, at), Buffer.from([0xed, 0xa0, 0x80]), body.subarray(at)]),
    (body, at) => Buffer.concat([body.subarray(0, at), Buffer.from([0]), body.subarray(at)]),
    (body, at) => Buffer.concat([body.subarray(0, at), Buffer.from('"'), body.subarray(at)]),
    (body) => Buffer.concat([Buffer.from('\ufeff'), body]),
    (body) => Buffer.concat([body, Buffer.from(',')]),
    (body) => Buffer.concat([Buffer.from(' \n'), body, Buffer.from('\r\n\t ')]),
    (body) =>
      Buffer.from(body.toString().replace('{', '{"products":7,"customers":[],"status":{},"__proto__":{"a":1},')),
    (body) => Buffer.from(body.toString().replace(/}$/, ',"products":[],"customers":null,"status":[]}')),
    (body) => Buffer.from(body.toString(), 'utf16le'),
    () => Buffer.alloc(0),
  ]
  return fc
    .tuple(json, fc.constantFrom(...damages), fc.nat())
    .map(([body, damage, at]) => damage(body, at % (body.length + 1)))
}

/** Half of a surrogate pair has no UTF-8; encoded all the same, as careless programs do. */
function encode(value: string): string {
  return value.replaceAll(/\p{Surrogate}|[^]/gu, (character) =>
    /\p{Surrogate}/u.test(character) ? surrogateBytes(character.charCodeAt(0)) : encodeURIComponent(character),
  )
}

function surrogateBytes(unit: number): string {
  const bytes = [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]
  return bytes.map((byte) => `%${byte.toString(16)}`).join('')
}

function queryParameters(parameters: Parameter[]): Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'query')
}

import fc from 'fast-check'
import { describedBody, hostileBody } from './bodies.ts'
import type { Operation, Parameter } from './description.ts'
import { callers, oddHeaders, writer } from './headers.ts'
import { hostileText, numberText } from './hostile-values.ts'
import { placeholder } from './known-values.ts'
import type { Kind } from './known-values.ts'
import { Request } from './request.ts'
import { conforming, nearlyConforming } from './schema-values.ts'
import { asText, encode, encoded } from './url-text.ts'

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
    body: operation.body && describedBody(operation.body.schema),
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
    const past = nearlyConforming(schema, `?${name}`).map((value) => encode(asText(value)))
    const value = fc.oneof(encoded(hostileText), schema.type === 'integer' ? numberText.map(encode) : past, past)
    return fc.tuple(suffix, value).map(([end, value]) => `${name}${end}=${value}`)
  })
  const unknown = encoded(hostileText).map((value) => `__proto__=${value}`)
  const pair = fc.oneof(...pairs, unknown)
  const noise = fc.constantFrom('', ...'= & q =5 limit % %ZZ=1 ? # ;limit=1 limit=1;offset=2'.split(' '))
  return fc
    .tuple(
      describedQuery(operation),
      fc.array(fc.oneof({ weight: 5, arbitrary: pair }, noise), { maxLength: 3 }),
      fc.boolean(),
    )
    .map(([described, odd, only]) => (only ? odd : [...described, ...odd]))
}

function queryParameters(parameters: Parameter[]): Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'query')
}

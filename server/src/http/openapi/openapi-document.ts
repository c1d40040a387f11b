import swagger from '@fastify/swagger'
import { jsonSchemaTransformObject } from '@fastify/type-provider-zod'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { ERRORS } from '../error-envelope.ts'
import type { PublicErrorCode } from '../error-envelope.ts'
import { APP_API, only, tidySchemas } from './app-api-document.ts'
import { FILE_TYPES } from '../send-file.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is a file: CSV or an Excel workbook. */
    takesFile?: true
  }
}

type Document = OpenAPIV3_1.Document
type Operation = OpenAPIV3_1.OperationObject<{ 'x-uncached'?: true }>

/** Builds the OpenAPI document from the schemas of the routes. Call it before they are registered. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Trade Catalogue',
        version: '1.0.0',
        description:
          'A wholesale catalogue: products, the price of each product for each customer, and the explanation of each ' +
          'price.\n\nAmounts are integers in minor units of the currency, before tax. Discounts are integers in basis ' +
          'points. Times are ISO 8601 in UTC. The service trims texts and ignores invisible characters. A blank text means the same as left out, but for the parameter `customer`, which must not be blank, and for fields that say what blank does. A text ' +
          'must not contain NUL or half a surrogate pair. Send each query parameter once. One that an operation does not know is ignored, and the header `Unknown-Parameters` names it; `Unknown-Fields` does so for a body.\n\nPUT is idempotent: you can ' +
          'repeat it after an error. Every read but those of imports has an entity tag (`ETag`) for conditional requests. The rate limit ' +
          'counts requests in fixed windows of 60 seconds. A window begins with a request. So up to twice the limit ' +
          'may pass within 60 seconds, across the end of a window. Under overload the service sheds load: it answers ' +
          '503 with `Retry-After`.',
        license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT' },
        contact: { name: 'Trade Catalogue' },
      },
      servers: [{ url: '/', description: 'This server.' }],
      tags: [
        { name: 'Workspace', description: 'The wholesaler that owns the key.' },
        { name: 'Products', description: 'List, search, read, create and update products.' },
        { name: 'Brands and categories', description: 'The brands and categories of the products.' },
        { name: 'Prices', description: 'The price of a product for a customer, explained.' },
        { name: 'Customers', description: 'Customers and their terms.' },
        { name: 'Orders', description: 'Read orders and move them to the next status.' },
        { name: 'Quotes', description: 'Read the prices that customers were offered until a day.' },
        {
          name: 'Price changes',
          description: 'List-price changes that take effect together: drafts, scheduled and published ones.',
        },
        { name: 'Imports', description: 'Import files of products and customers.' },
        { name: 'Activity', description: 'The audit log: who changed what, and when.' },
        { name: 'Description', description: 'The OpenAPI document of this API.' },
      ],
      components: {
        securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key of the workspace.' } },
      },
      security: [{ key: [] }],
    },
    transform: describe,
    transformObject: (input) => complete(jsonSchemaTransformObject(input) as Document),
  })
}

const described = only((url) => !url.startsWith(APP_API))

/** Adds what the schemas of a route do not say: that it takes a file, and that it has no entity tag. */
const describe: typeof described = (input) => {
  const { schema, url } = described(input)
  const { takesFile, uncached } = input.route.config ?? {}
  const file = {
    consumes: ['text/csv', FILE_TYPES.xlsx, 'application/octet-stream'],
    body: { type: 'string', format: 'binary' },
  }
  return { schema: { ...schema, ...(takesFile && file), ...(uncached && { 'x-uncached': true }) }, url }
}

/** Adds the parts that all routes share: error responses, headers, and examples. */
function complete(document: Document): Document {
  for (const path of Object.values(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(path ?? {}) as [string, Operation][]) {
      completeOperation(operation, document)
      if (method === 'get') completeRead(operation)
    }
  }
  document.components = { ...document.components, headers: HEADERS, responses: errorResponses() }
  return tidySchemas(document)
}

/** Values of required parameters, by operation or name. The sample has them: what is tried as it stands gets an answer. */
const TRIED: Record<string, string> = {
  customer: 'CASTLE01',
  sku: '16-07',
  kind: 'products',
  readCustomer: 'CASTLE01',
  readProduct: '01a21c43-7dba-7bca-80de-cf47c77a15a7',
  readOrder: '01a21c43-8406-718f-a2fd-46708fc65a4a',
  moveOrder: '01a21c43-8406-718f-a2fd-46708fc65a4a',
  previewPriceChange: '01a21c43-805c-716a-9f67-5618c1d20793',
}

/** Bodies that can be tried, by operation. */
const TRIED_BODIES: Record<string, unknown> = {
  upsertProducts: {
    products: [
      {
        sku: 'HOL-1042',
        name: 'Azure dinner plate 26 cm',
        listPrice: 2550,
        unitLabel: 'each',
        brand: 'Hollin',
        category: 'Tableware',
        availability: 'in_stock',
        details: { Colour: 'Azure' },
      },
    ],
    priceChangeKey: 'nightly',
  },
  upsertCustomers: {
    customers: [{ accountCode: 'QUAY', name: 'Quay Café', paymentTermsDays: 30, creditLimit: 500_000 }],
  },
  setCustomerCodes: { customer: 'CASTLE01', codes: [{ sku: '16-07', code: 'CL-PLATE-26' }] },
  checkOrder: { customer: 'CASTLE01', lines: [{ sku: '16-07', qty: 12, unit: 770 }] },
  moveOrder: { status: 'confirmed', note: 'Ships on Tuesday.' },
  sendImport: 'SKU,Name,Price,Unit\r\nHOL-1043,Azure side plate 18 cm,18.00,each\r\n',
}

function completeRequest({ operationId, parameters = [], requestBody }: Operation): void {
  for (const parameter of parameters as OpenAPIV3_1.ParameterObject[]) {
    const tried = TRIED[operationId!] ?? TRIED[parameter.name]
    if (parameter.required && tried !== undefined) parameter.example = tried
  }
  const { content = {} } = (requestBody ?? {}) as OpenAPIV3_1.RequestBodyObject
  const media = content['application/json'] ?? content['text/csv']
  if (media) media.example = TRIED_BODIES[operationId!]
}

function completeOperation(operation: Operation, document: Document): void {
  const keyed = operation.security === undefined
  completeRequest(operation)
  for (const response of Object.values(operation.responses ?? {})) {
    if (!('content' in response) || !response.content) continue
    response.description = 'Success.'
    for (const media of Object.values(response.content)) media.example ??= exampleOf(media.schema, document)
    response.headers = headerRefs(
      'X-Request-Id',
      'Unknown-Parameters',
      ...(operation.requestBody ? ['Unknown-Fields'] : []),
      ...(keyed ? ['RateLimit-Policy', 'RateLimit'] : []),
    )
  }
  const statuses = [
    ...(operation.parameters || operation.requestBody ? [400] : []),
    ...(keyed ? [401, 403] : []),
    ...(operation.parameters || operation.requestBody ? [404] : []),
    405,
    ...(operation.parameters?.some((parameter) => 'in' in parameter && parameter.in === 'header') ? [412] : []),
    ...(operation.requestBody ? [413] : []),
    ...(keyed ? [429] : []),
    500,
    503,
  ]
  for (const status of statuses) {
    operation.responses![status] = { $ref: `#/components/responses/${RESPONSES[status]}` }
  }
}

function completeRead(operation: Operation): void {
  const { responses } = operation
  const done = responses!['200'] as OpenAPIV3_1.ResponseObject
  if (operation['x-uncached']) return void delete operation['x-uncached']
  done.headers = { ...done.headers, ...headerRefs('ETag') }
  responses!['304'] = {
    description: 'Not modified: the entity tag in `If-None-Match` is the present one.',
    headers: done.headers,
  }
}

/** The name of the error response for each status. */
const RESPONSES: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
}

const HEADERS: Record<string, OpenAPIV3_1.HeaderObject> = {
  'X-Request-Id': {
    description:
      'The id of this request in the log of the service. It is the `X-Request-Id` of the request, if that has at most 64 ' +
      'characters, all of them letters, digits, `.`, `_`, `:` or `-`. Otherwise the service makes one.',
    schema: { type: 'string' },
    example: 'Xk3v9QaZ-4f',
  },
  'Unknown-Parameters': {
    description:
      'The query parameters that the operation does not know and ignored: up to ten names, with commas between them; `?` ' +
      'for what is no usual name. Only where there are such.',
    schema: { type: 'string' },
    example: 'costumer, page',
  },
  'Unknown-Fields': {
    description: 'The same for fields of the body, without the places of rows.',
    schema: { type: 'string' },
    example: 'products.categorie',
  },
  'RateLimit-Policy': {
    description: 'The rate limit of the key: `q` requests in `w` seconds.',
    schema: { type: 'string' },
    example: '"default";q=120;w=60',
  },
  RateLimit: {
    description: 'The rest of the limit: `r` requests for the next `t` seconds.',
    schema: { type: 'string' },
    example: '"default";r=119;t=60',
  },
  ETag: {
    description: 'Entity tag of this answer, to send in `If-None-Match`.',
    schema: { type: 'string' },
    example: '"3f0c9a7d21be"',
  },
  'WWW-Authenticate': {
    description: 'How to send a key: `Bearer`, with `error="invalid_token"` where one was sent.',
    schema: { type: 'string' },
    example: 'Bearer realm="Trade Catalogue"',
  },
  Allow: { description: 'The methods of this path.', schema: { type: 'string' }, example: 'GET, HEAD' },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' }, example: 60 },
}

/** Headers of error responses, by status. */
const RESPONSE_HEADERS: Record<string, string[]> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['RateLimit-Policy', 'RateLimit', 'Retry-After'],
  503: ['Retry-After'],
}

function headerRefs(...names: string[]): Record<string, OpenAPIV3_1.ReferenceObject> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** One response for each status, with an example for each code that comes with it. */
function errorResponses(): Record<string, OpenAPIV3_1.ResponseObject> {
  const errors = Object.entries(ERRORS) as [PublicErrorCode, (typeof ERRORS)[PublicErrorCode]][]
  return Object.fromEntries(
    Object.entries(RESPONSES).map(([status, name]) => {
      const codes = errors.filter(([, error]) => error.status === Number(status))
      const response = {
        description: codes.map(([code, { meaning }]) => `\`${code}\`: ${meaning}`).join(' '),
        headers: headerRefs('X-Request-Id', ...(RESPONSE_HEADERS[status] ?? [])),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(codes.map(([code]) => [code, { value: errorExample(code) }])),
          },
        },
      }
      return [name, response]
    }),
  )
}

function errorExample(code: PublicErrorCode) {
  const issues = [
    { path: 'products.0.listPrice', message: 'Must be a whole number of minor units from 0 to 1000000000.' },
  ]
  return { error: { code, message: ERRORS[code].meaning, ...(code === 'validation_error' ? { issues } : {}) } }
}

type Schema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject | undefined

/** Builds an example for a schema from the examples of its fields. */
function exampleOf(schema: Schema, document: Document): unknown {
  if (schema === undefined) return undefined
  if ('$ref' in schema) {
    return exampleOf(document.components?.schemas?.[schema.$ref.split('/').at(-1)!], document)
  }
  if (schema.examples) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  const [alternative] = schema.anyOf ?? []
  if (alternative) return exampleOf(alternative, document)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, exampleOf(field, document)]),
      )
    case 'array':
      return [exampleOf(schema.items, document)]
    case 'boolean':
      return true
    case 'integer':
      return 1
    case 'string':
      return EXAMPLES[schema.format ?? ''] ?? 'text'
    default:
      return null
  }
}

const EXAMPLES: Record<string, string> = {
  uuid: '01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a',
  'date-time': '2026-03-02T09:30:00.000Z',
}

import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import { openApiDocument } from '../given/openapi-document.ts'

/** As far as the document uses JSON Schema. */
export type Schema = {
  $ref?: string
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  anyOf?: Schema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  propertyNames?: Schema
  additionalProperties?: Schema | false
}

export type Parameter = { name: string; in: 'query' | 'path'; required: boolean; schema: Schema }

export type DescribedAnswer = { codes: string[]; headers: string[]; validate: ValidateFunction | undefined }

export type Operation = {
  id: string
  method: string
  /** With its parameters in braces. */
  path: string
  keyed: boolean
  parameters: Parameter[]
  body: { schema: Schema; validate: ValidateFunction } | undefined
  answers: Map<number, DescribedAnswer>
}

type Reference = { $ref: string }

const document = await openApiDocument()
// Formats are left to the patterns beside them.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).addSchema(document, 'api')

/**
 * Everything that the service says it can do, read from its own description; but for sending files, which
 * tests/files/read-file.pure.test.ts damages.
 */
export const operations: Operation[] = Object.entries(document.paths!).flatMap(([path, item]) =>
  Object.entries(item as Record<string, OpenAPIV3_1.OperationObject>)
    .filter(([, { operationId }]) => operationId !== 'sendImport')
    .map(([method, operation]) => ({
      id: operation.operationId!,
      method: method.toUpperCase(),
      path,
      keyed: operation.security === undefined,
      parameters: (operation.parameters ?? []) as Parameter[],
      body: describedBody(operation, ['paths', path, method, 'requestBody']),
      answers: new Map(
        Object.keys(operation.responses!).map((status) => [
          Number(status),
          describedAnswer(['paths', path, method, 'responses', status]),
        ]),
      ),
    })),
)

export const validateError = validatorAt(['components', 'schemas', 'Error'])

export function resolve(schema: Schema): Schema {
  const { type, ...rest } = schema.$ref
    ? (lookUp(schema.$ref.slice(2).split('/').map(decodePointer)) as Schema)
    : schema
  // Values of either type are made and judged like those of either schema.
  return Array.isArray(type)
    ? { anyOf: type.map((one) => ({ ...rest, type: one })) }
    : { ...rest, ...(type && { type }) }
}

/** What is wrong with a value, as dotted paths. */
export function problems(validate: ValidateFunction, value: unknown): string[] {
  validate(value)
  return [...new Set((validate.errors ?? []).map(dottedPath))]
}

/** Whether a value is one of those that a parameter's schema describes. */
export function conforms(schema: Schema, value: unknown): boolean {
  return ajv.validate(schema, value) as boolean
}

function describedBody(operation: OpenAPIV3_1.OperationObject, at: string[]): Operation['body'] {
  if (!operation.requestBody) return undefined
  const place = [...at, 'content', 'application/json', 'schema']
  return { schema: lookUp(place) as Schema, validate: validatorAt(place) }
}

function describedAnswer(at: string[]): DescribedAnswer {
  const answer = lookUp(at) as OpenAPIV3_1.ResponseObject | Reference
  const place = '$ref' in answer ? answer.$ref.slice(2).split('/') : at
  const { content, headers } = lookUp(place) as OpenAPIV3_1.ResponseObject
  return {
    codes: Object.keys(content?.['application/json']?.examples ?? {}),
    // Only where a request has such parameters.
    headers: Object.keys(headers ?? {}).filter((name) => !name.startsWith('Unknown-')),
    validate: content?.['application/json'] && validatorAt([...place, 'content', 'application/json', 'schema']),
  }
}

function validatorAt(place: string[]): ValidateFunction {
  return ajv.compile({ $ref: `api#/${place.map(encodePointer).join('/')}` })
}

function lookUp(place: string[]): unknown {
  return place.reduce((value: unknown, key) => (value as Record<string, unknown>)[key], document)
}

function encodePointer(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function decodePointer(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')
}

function dottedPath({ instancePath, params, propertyName }: ErrorObject): string {
  const place = instancePath.split('/').slice(1).map(decodePointer)
  const name = (params as { missingProperty?: string }).missingProperty ?? propertyName
  return [...place, ...(name === undefined ? [] : [name])].join('.')
}

import type { OpenAPIV3_1 } from 'openapi-types'
import type { Right } from '../../server/src/shared/rights.ts'
import type { TestService } from './service.ts'

/** Something that the pages can ask for, as the service describes it. */
export type PageOperation = {
  id: string
  method: string
  /** Below `/app-api`, with its parameters in braces. */
  path: string
  /** Whether it needs no session. */
  anybody: boolean
  /** The rights of which it needs one; none outside the console. */
  rights: readonly Right[]
  /** Whether it asks for a fresh proof. */
  fresh: boolean
  /** Whether a read-only workspace refuses it. */
  writes: boolean
  /** A body as its schema describes it, where it has one; `idOf` gives an id for a field of that name. */
  body: ((idOf: (field: string) => string) => unknown) | undefined
}

type Schema = OpenAPIV3_1.SchemaObject & { $ref?: string; format?: string }
type Described = OpenAPIV3_1.OperationObject & {
  'x-right'?: readonly Right[]
  'x-anybody'?: true
  'x-writes'?: true
  'x-fresh'?: true
}

/** All that the pages can ask for, from the OpenAPI document of `/app-api`. */
export function pageOperations({ app }: TestService): PageOperation[] {
  const document = app.appApi() as OpenAPIV3_1.Document
  return Object.entries(document.paths!).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Described>).map(([method, operation]) => {
      const body = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined
      const schema = body?.content['application/json']!.schema as Schema | undefined
      return {
        id: operation.operationId!,
        method: method.toUpperCase(),
        path: path.replace('/app-api', ''),
        anybody: operation['x-anybody'] === true,
        rights: operation['x-right'] ?? [],
        fresh: operation['x-fresh'] === true,
        writes: operation['x-writes'] === true,
        body: schema && ((idOf) => valueOf(schema, document, idOf)),
      }
    }),
  )
}

/** All calls of the portal with these ids; `id` for those that are not named. */
export function portalCalls(service: TestService, ids: Record<string, string> & { id: string }) {
  const prefix = '/portal/{slug}'
  return pageOperations(service)
    .filter(({ path }) => path.startsWith(prefix))
    .map(({ method, path, writes }) => ({
      method,
      path: path.slice(prefix.length).replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ids.id),
      writes,
    }))
}

/** A value that a schema describes, as far as it can tell. */
function valueOf(schema: Schema, document: OpenAPIV3_1.Document, idOf: (field: string) => string, field = ''): unknown {
  const { $ref, anyOf, oneOf, type, format, enum: words, properties, minimum, minItems, ...rest } = schema
  const nested = (inner: unknown, name = field) => valueOf(inner as Schema, document, idOf, name)
  if ($ref) return nested(document.components!.schemas![$ref.split('/').at(-1)!])
  if (anyOf ?? oneOf) return nested((anyOf ?? oneOf)![0])
  if ('const' in rest) return rest.const
  if (words) return words[0]
  switch ([type].flat()[0]) {
    case 'object':
      return Object.fromEntries(Object.entries(properties ?? {}).map(([name, inner]) => [name, nested(inner, name)]))
    case 'array':
      return Array.from({ length: minItems ?? 1 }, () => nested((rest as { items: Schema }).items))
    case 'integer':
    case 'number':
      return minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return /id$/i.test(field) || format === 'uuid' ? idOf(field) : format ? '2027-01-05T06:00:00.000Z' : 'xyz'
    default:
      return null
  }
}

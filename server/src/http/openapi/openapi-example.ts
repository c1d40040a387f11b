import type { OpenAPIV3_1 } from 'openapi-types'

type Schema = OpenAPIV3_1.SchemaObject | OpenAPIV3_1.ReferenceObject | undefined

/** Builds an example for a schema from the examples of its fields. */
export function exampleOf(schema: Schema, document: OpenAPIV3_1.Document): unknown {
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

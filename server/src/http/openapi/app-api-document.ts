import swagger from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from '@fastify/type-provider-zod'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'

type Document = OpenAPIV3_1.Document

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of what the pages call. It is not served. */
    appApi: () => object
  }
}

/** Where the routes are that the pages call. */
export const APP_API = '/app-api/'

/**
 * Builds the OpenAPI document of the routes that the pages call, for the types of `web/` and for tests. `x-right` names
 * the rights of which a route needs one, `x-anybody` marks what needs no session, `x-fresh` what asks for a fresh proof,
 * `x-writes` what a read-only workspace refuses. Call it before the routes are registered.
 */
export async function describeAppApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    decorator: 'appApi' as 'swagger',
    openapi: { openapi: '3.1.0', info: { title: 'Trade Catalogue, for its pages', version: '1.0.0' } },
    transform: only((url) => url.startsWith(APP_API)),
    transformObject: (input) => tidySchemas(withErrors(jsonSchemaTransformObject(input) as Document)),
  })
}

/** Hides the routes that do not belong to a document. */
export function only(belongs: (url: string) => boolean): typeof jsonSchemaTransform {
  return (input) => {
    if (!belongs(input.url)) return { schema: { hide: true }, url: input.url }
    const { schema, url } = jsonSchemaTransform(input)
    if (!input.url.startsWith(APP_API)) return { schema, url }
    const { right, scope, anybody, fresh } = input.route.config ?? {}
    const writes = !['GET', 'HEAD'].includes(String(input.route.method)) && scope !== 'read'
    const given = schema.params as JsonObject | undefined
    const params = url.includes('/:slug') ? withSlug(given) : given
    return {
      schema: {
        ...schema,
        ...(params && { params }),
        ...(right && { 'x-right': [right].flat() }),
        ...(anybody && { 'x-anybody': true }),
        ...(fresh && { 'x-fresh': true }),
        ...(writes && { 'x-writes': true }),
      },
      url,
    }
  }
}

type JsonObject = { properties?: Record<string, unknown>; required?: string[] }

/** Adds the workspace's address, which is in the prefix of the routes and so in none of their schemas. */
function withSlug({ properties = {}, required = [] }: JsonObject = {}) {
  return { type: 'object', properties: { slug: { type: 'string' }, ...properties }, required: ['slug', ...required] }
}

function withErrors(document: Document): Document {
  const schema = { $ref: '#/components/schemas/PageError' }
  const error = { description: 'An error.', content: { 'application/json': { schema } } }
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path ?? {}) as OpenAPIV3_1.OperationObject[]) {
      operation.responses = { ...operation.responses, default: error }
    }
  }
  return document
}

/**
 * The library lists every named schema of the process, each as input and as output. Only those stay that a route
 * reaches. A schema that is used as input only loses the ending of its name.
 */
export function tidySchemas(document: Document): Document {
  const { schemas: all = {}, ...otherComponents } = document.components ?? {}
  const roots = { ...document, components: otherComponents }
  const names = reachable(roots, all)
  const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)))
  let text = JSON.stringify({ ...roots, components: { ...otherComponents, schemas } })
  for (const name of names) {
    const plain = name.replace(/Input$/, '')
    if (names.has(plain)) continue
    text = text.replaceAll(refTo(name), refTo(plain)).replace(`"${name}":`, `"${plain}":`)
  }
  return JSON.parse(text, nullInType) as Document
}

/** "Or null" is said in the type, everywhere but beside a reference, which has none. Generators know it best that way. */
function nullInType(_key: string, value: unknown): unknown {
  const { anyOf, ...said } = (value ?? {}) as { anyOf?: (OpenAPIV3_1.SchemaObject & { type?: unknown })[] }
  const [schema, other] = anyOf ?? []
  if (anyOf?.length !== 2 || other?.type !== 'null' || typeof schema?.type !== 'string') return value
  return { ...schema, ...said, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) }
}

/** The names of the schemas that something refers to, directly or through other schemas. */
function reachable(from: object, schemas: Record<string, object>): Set<string> {
  const found = new Set<string>()
  const follow = (part: object) => {
    const text = JSON.stringify(part)
    for (const [name, schema] of Object.entries(schemas)) {
      if (found.has(name) || !text.includes(refTo(name))) continue
      found.add(name)
      follow(schema)
    }
  }
  follow(from)
  return found
}

function refTo(schema: string): string {
  return `"#/components/schemas/${schema}"`
}

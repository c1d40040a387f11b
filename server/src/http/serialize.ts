import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'

/**
 * Compiles a response schema into the function that writes it: only the fields that it names leave the service.
 * The OpenAPI 3.0 dialect says "or null" with a flag, which compiles to far faster code than a union does.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const compiled = z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', reused: 'inline' })
  return fastJson(compiled as Parameters<typeof fastJson>[0])
}

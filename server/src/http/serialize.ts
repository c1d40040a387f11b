import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'

type Serialize = ReturnType<FastifySerializerCompiler<z.ZodType>>

/**
 * The function that writes an answer by its schema: only the fields that it names leave the service. It is compiled
 * when it is first needed: to compile all of them at once would be a tenth of the time that the service takes to start.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let serialize: Serialize | undefined
  return (answer) => (serialize ??= compile(schema))(answer)
}

/** The OpenAPI 3.0 dialect says "or null" with a flag, which compiles to far faster code than a union does. */
function compile(schema: z.ZodType): Serialize {
  const compiled = z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', reused: 'inline' })
  return fastJson(compiled as Parameters<typeof fastJson>[0])
}

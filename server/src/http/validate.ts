import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { InvalidInput } from '../errors.ts'

const MAX_SEGMENT = 200

/** Checks input against its zod schema; what is wrong is an InvalidInput that lists all of it. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (input) => {
    // A request without a body has none to parse; the schema then says what is missing.
    const result = schema.safeParse(httpPart === 'body' ? (input ?? undefined) : input)
    if (result.success) return { value: result.data }
    const issues = result.error.issues.map(({ path, message }) => ({ path: path.map(segment).join('.'), message }))
    return { error: new InvalidInput(issues) }
  }
}

/** A name in the path is the caller's own, and may be of any length. */
function segment(key: PropertyKey): string {
  const name = String(key)
  return name.length > MAX_SEGMENT ? `${name.slice(0, MAX_SEGMENT)}…` : name
}

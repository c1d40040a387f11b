import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { InvalidInput } from '../errors.ts'

const MAX_SEGMENT = 200
/** Issues that are told: a body of 40 kB can have 20,000, of 200 bytes each. */
const MAX_ISSUES = 1_000

/** Checks input against its zod schema; what is wrong is an InvalidInput that lists it: all of it, up to a thousand. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (input) => {
    // A request without a body has none to parse; the schema then says what is missing.
    const result = schema.safeParse(httpPart === 'body' ? (input ?? undefined) : input)
    if (result.success) return { value: result.data }
    const { issues } = result.error
    const told = issues
      .slice(0, MAX_ISSUES)
      .map(({ path, message }) => ({ path: path.map(segment).join('.'), message }))
    const untold = issues.length - told.length
    if (untold > 0) told.push({ path: '', message: `${untold} more problems are not listed. Mend these first.` })
    return { error: new InvalidInput(told) }
  }
}

/** A name in the path is the caller's own, and may be of any length. */
function segment(key: PropertyKey): string {
  const name = String(key)
  return name.length > MAX_SEGMENT ? `${name.slice(0, MAX_SEGMENT)}…` : name
}

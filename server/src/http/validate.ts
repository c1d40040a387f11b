import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { InvalidInput } from '../errors.ts'

const MAX_SEGMENT = 200
/** Issues in a response. A body of 40 kB can have 20,000 issues, of 200 bytes each. */
const MAX_ISSUES = 1_000

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  // Without a body, the input is null; as undefined, the schema reports the required fields.
  (input) =>
    validate(schema, httpPart === 'body' ? (input ?? undefined) : input)

/** Validates input by its zod schema. The error lists all issues, up to a thousand. */
export function validate(schema: z.ZodType, input: unknown): { value: unknown } | { error: InvalidInput } {
  const { success, data, error } = schema.safeParse(input)
  return success ? { value: data } : { error: invalid(error.issues) }
}

function invalid(issues: readonly z.core.$ZodIssue[]): InvalidInput {
  const listed = issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => ({ path: path.map(segment).join('.'), message }))
  const unlisted = issues.length - listed.length
  if (unlisted > 0) listed.push({ path: '', message: `${unlisted} more problems are not listed. Mend these first.` })
  return new InvalidInput(listed)
}

/** Names of fields come from the caller, and may have any length. */
function segment(key: PropertyKey): string {
  const name = String(key)
  return name.length > MAX_SEGMENT ? `${name.slice(0, MAX_SEGMENT)}…` : name
}

import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { InvalidInput } from '../errors.ts'
import { bulkBodyOf, validateInSlices } from './bodies/bulk-body.ts'
import type { BulkBody } from './bodies/bulk-body.ts'

const MAX_SEGMENT = 200
/** Issues in a response. A body of 40 kB can have 20,000 issues, of 200 bytes each. */
const MAX_ISSUES = 1_000

/** Validates input by its zod schema. The error is an InvalidInput that lists all issues, up to a thousand. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const bulk = httpPart === 'body' ? bulkBodyOf(schema) : undefined
  if (bulk) return ((input) => validateInPlace(bulk, input)) as ReturnType<FastifySchemaCompiler<z.ZodType>>
  return (input) => {
    // Without a body, the input is null; as undefined, the schema reports the required fields.
    const result = schema.safeParse(httpPart === 'body' ? (input ?? undefined) : input)
    return result.success ? { value: result.data } : { error: invalid(result.error.issues) }
  }
}

/** The framework ignores what an async validator returns, so the body itself becomes what was validated. */
async function validateInPlace(bulk: BulkBody, body: unknown): Promise<void> {
  const result = await validateInSlices(bulk, body ?? undefined)
  if ('issues' in result) throw invalid(result.issues)
  const fields = body as Record<string, unknown>
  for (const field of Object.keys(fields)) delete fields[field]
  Object.assign(fields, result.value)
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

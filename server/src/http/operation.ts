import type { FastifyContextConfig, FastifySchema, FastifyInstance, FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod'
import { InvalidInput } from '../errors.ts'
import type { NamedKind } from '../orders/require-own.ts'
import type { Right } from '../shared/rights.ts'

type Response<P extends Parts> = P extends { accepted: true } ? { 202: P['answer'] } : { 200: P['answer'] }

/**
 * How an operation of the console keeps a member who is held to own customers to them. `open`: it shows and changes
 * nothing of a customer. `lists`: its verb shows only what is of own customers (`heldTo`). `refused`: it shows or
 * changes more than these. Else where the input names what has to be of one: a path such as `params.id`; `requireOwn`
 * looks it up.
 */
export type Own = 'open' | 'lists' | 'refused' | { readonly [K in NamedKind]?: string }

/** What an operation is described by. `right`: what a member of the staff needs for it; only for the console. */
export type Parts = Omit<FastifySchema, 'operationId' | 'summary' | 'response'> & {
  right?: Right | readonly Right[]
  own?: Own
  config?: FastifyContextConfig
  bodyLimit?: number
  /** Whether it answers 202: the work goes on behind the answer. */
  accepted?: true
  answer: z.ZodType
}

/**
 * The options of a route: what OpenAPI calls its operation, and its `config` for the hooks. `answer` is the schema of
 * the whole response, with status 200 or 202; errors have their own schemas.
 */
export function operation<P extends Parts>(
  operationId: string,
  summary: string,
  { right, own, config = {}, bodyLimit, accepted, answer, ...schema }: P,
) {
  return {
    config: { ...config, ...(right && { right }), ...(own && { own }) },
    ...(bodyLimit !== undefined && { bodyLimit }),
    schema: { operationId, summary, ...schema, response: { [accepted ? 202 : 200]: answer } as Response<P> },
  }
}

/** The same for the routes of a resource, which have one tag in the OpenAPI document. */
export function operationsOf(tag: string) {
  return <P extends Parts>(operationId: string, summary: string, parts: P) =>
    operation(operationId, summary, { ...parts, tags: [tag] })
}

/** Registers the routes of a resource, with types from their schemas. */
export type RoutePlugin = FastifyPluginAsyncZod

/** Adds hooks to a scope. Scopes that are given the same hooks count against the same limits. */
export type AddHooks = (app: FastifyInstance) => void

const MAX_SEGMENT = 200
/** Issues in a response. A body of 40 kB can have 20,000 issues, of 200 bytes each. */
const MAX_ISSUES = 1_000

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  // Without a body, the input is null; as undefined, the schema reports the required fields.
  (input) =>
    validate(schema, httpPart === 'body' ? (input ?? undefined) : input)

/** Validates input by its zod schema. The error lists all issues, up to a thousand. */
function validate(schema: z.ZodType, input: unknown): { value: unknown } | { error: InvalidInput } {
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

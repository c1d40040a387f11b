import type { FastifyContextConfig, FastifySchema } from 'fastify'
import type { z } from 'zod'

type Response<P extends Parts> = P extends { accepted: true } ? { 202: P['answer'] } : { 200: P['answer'] }

type Parts = Omit<FastifySchema, 'operationId' | 'summary' | 'response'> & {
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
  { config = {}, bodyLimit, accepted, answer, ...schema }: P,
) {
  return {
    config,
    ...(bodyLimit !== undefined && { bodyLimit }),
    schema: { operationId, summary, ...schema, response: { [accepted ? 202 : 200]: answer } as Response<P> },
  }
}

/** The same for the routes of a resource, which have one tag in the OpenAPI document. */
export function operationsOf(tag: string) {
  return <P extends Parts>(operationId: string, summary: string, parts: P) =>
    operation(operationId, summary, { ...parts, tags: [tag] })
}

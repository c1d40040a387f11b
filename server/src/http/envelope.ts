import type { FastifyReply, FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'
import type { RawJson } from '../database/paging/index.ts'
import { integerParameter, offsetParameter } from './input.ts'
import fastJson from 'fast-json-stringify'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The success envelope, with the result under `data`. */
export function envelope<T extends z.ZodType>(data: T) {
  return z.object({ data })
}

export const currencyField = {
  currency: z.string().meta({ description: 'ISO 4217. The currency of every amount in `data`.', examples: ['GBP'] }),
}

/** The envelope of a response that holds prices. */
export function pricedEnvelope<T extends z.ZodType>(data: T) {
  return z.object({ data, ...currencyField })
}

export const nextOffsetField = {
  nextOffset: z
    .int()
    .nullable()
    .meta({ description: 'The `offset` of the next page. Null on the last page.', examples: [50] }),
}

/** The query parameters of a list that pages. */
export function pageParameters(maxLimit: number) {
  return {
    limit: integerParameter(1, maxLimit, maxLimit).describe(`Rows on a page. Default: ${maxLimit}.`),
    offset: offsetParameter,
  }
}

/** The envelope of a page of a list. */
export function pageOf<T extends z.ZodType>(entry: T) {
  return envelope(z.array(entry)).extend(nextOffsetField)
}

/** A page of a list, for the query that asked for it. */
export function page<Row>(data: Row[], query: PageQuery) {
  return { data, nextOffset: nextOffset(data, query) }
}

type PageQuery = { limit: number; offset: number }

/** A full page has a next one, which may be empty. */
export function nextOffset(rows: readonly unknown[], { limit, offset }: PageQuery): number | null {
  return rows.length === limit ? offset + limit : null
}

/**
 * Sends an envelope whose `data` is raw JSON, and the fields of `rest` beside it. No serializer checks it against the
 * response schema; tests do.
 */
export function sendRawJson(reply: FastifyReply, data: RawJson, rest?: object): FastifyReply {
  const end = rest ? `,${JSON.stringify(rest).slice(1)}` : '}'
  return reply.type(JSON_TYPE).send(`{"data":${data}${end}`)
}

type Serialize = ReturnType<FastifySerializerCompiler<z.ZodType>>

/**
 * Serializes responses by their schemas: only the fields of the schema leave the service. Each serializer is compiled
 * at its first use. Compiling all of them at the start would take a tenth of the startup time.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  let serialize: Serialize | undefined
  return (answer) => (serialize ??= compile(schema))(answer)
}

/** The OpenAPI 3.0 dialect has a flag for "or null", which compiles to much faster code than a union. */
function compile(schema: z.ZodType): Serialize {
  const compiled = z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'output', reused: 'inline' })
  return fastJson(compiled as Parameters<typeof fastJson>[0])
}

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { namesTag } from '../../http/response-cache.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'

const OpenApi = z
  .record(z.string(), z.unknown())
  .meta({ description: 'An OpenAPI document.', examples: [{ openapi: '3.1.0', info: { title: 'Trade Catalogue' } }] })

/** The description of the API, readable without a key. */
export const openApiRoutes: RoutePlugin = async (app) => {
  let written: { document: string; tag: string } | undefined
  const write = () => {
    const document = JSON.stringify(app.swagger())
    return { document, tag: `"${createHash('sha256').update(document).digest('base64url')}"` }
  }

  app.get(
    '/openapi.json',
    {
      schema: {
        operationId: 'readOpenApi',
        summary: 'This API as an OpenAPI document',
        description: 'OpenAPI 3.1, for clients and generators. Needs no key.',
        tags: ['Description'],
        security: [],
        response: { 200: OpenApi },
      },
    },
    async (request, reply) => {
      const { document, tag } = (written ??= write())
      reply.header('etag', tag)
      if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304 as 200).send(undefined as never)
      // It is written already: a serializer compiled from the schema would have nothing to do.
      return reply.type('application/json; charset=utf-8').send(document as never)
    },
  )
}

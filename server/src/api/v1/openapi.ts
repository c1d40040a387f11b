import { createHash } from 'node:crypto'
import { z } from 'zod'
import { namesTag } from '../../http/entity-tags.ts'
import { operation } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'

const OpenApi = z
  .record(z.string(), z.unknown())
  .meta({ description: 'An OpenAPI document.', examples: [{ openapi: '3.1.0', info: { title: 'Trade Catalogue' } }] })

/** The OpenAPI document of the API. It needs no key. */
export const openApiRoutes: RoutePlugin = async (app) => {
  let cached: { document: string; tag: string } | undefined
  const write = () => {
    const document = JSON.stringify(app.swagger())
    return { document, tag: `"${createHash('sha256').update(document).digest('base64url')}"` }
  }

  app.get(
    '/openapi.json',
    operation('readOpenApi', 'This API as an OpenAPI document', {
      description: 'OpenAPI 3.1, for clients and code generators. This call needs no key.',
      tags: ['Description'],
      security: [],
      answer: OpenApi,
    }),
    async (request, reply) => {
      const { document, tag } = (cached ??= write())
      reply.header('etag', tag)
      if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304 as 200).send(undefined as never)
      // The document is raw JSON already. It needs no serializer.
      return reply.type('application/json; charset=utf-8').send(document as never)
    },
  )
}

import { z } from 'zod'
import type { RoutePlugin } from './index.ts'

const OpenApi = z
  .record(z.string(), z.unknown())
  .meta({ description: 'An OpenAPI document.', examples: [{ openapi: '3.1.0', info: { title: 'Trade Catalogue' } }] })

/** The description of the API, readable without a key. */
export const openApiRoutes: RoutePlugin = async (app) => {
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
    async (_request, reply) => {
      // A serializer compiled from the schema would only slow down what has no fixed shape.
      reply.serializer(JSON.stringify)
      return { ...app.swagger() }
    },
  )
}

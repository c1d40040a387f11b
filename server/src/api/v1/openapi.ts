import type { RoutePlugin } from './index.ts'

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
      },
    },
    async () => app.swagger(),
  )
}

import swaggerUi from '@fastify/swagger-ui'
import type { FastifyError, FastifyInstance } from 'fastify'
import { handleError } from '../error-envelope.ts'
import { securePages } from '../security-headers.ts'

/** The interactive description of the API at /docs. It loads nothing from other hosts. */
export async function serveDocsPage(app: FastifyInstance, options: { tls: boolean }): Promise<void> {
  await app.register(async (page) => {
    securePages(page, options)
    // The file server answers 403 for an unknown path.
    page.setErrorHandler<FastifyError>((error, request, reply) =>
      error.statusCode === 403 ? void reply.callNotFound() : handleError(error, request, reply),
    )
    await page.register(swaggerUi, {
      routePrefix: '/docs',
      // The base layout has no bar to load other descriptions.
      uiConfig: { layout: 'BaseLayout', displayRequestDuration: true, deepLinking: true },
      theme: { title: 'Trade Catalogue API' },
    })
  })
}

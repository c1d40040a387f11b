import swaggerUi from '@fastify/swagger-ui'
import type { FastifyError, FastifyInstance } from 'fastify'
import { handleError } from './error-envelope.ts'
import { securePages } from './security-headers.ts'

/** The interactive description of the API at /docs, with everything it needs served from here. */
export async function serveDocsPage(app: FastifyInstance, options: { tls: boolean }): Promise<void> {
  await app.register(async (page) => {
    securePages(page, options)
    // The file server answers 403 to a path that names none of its files.
    page.setErrorHandler<FastifyError>((error, request, reply) =>
      error.statusCode === 403 ? void reply.callNotFound() : handleError(error, request, reply),
    )
    await page.register(swaggerUi, {
      routePrefix: '/docs',
      // The plain layout: there is one description to show, so no bar to load others with.
      uiConfig: { layout: 'BaseLayout', displayRequestDuration: true, deepLinking: true },
      theme: { title: 'Trade Catalogue API' },
    })
  })
}

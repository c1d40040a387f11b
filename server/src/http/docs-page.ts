import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** The interactive description of the API at /docs, with everything it needs served from here. */
export async function serveDocsPage(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // The service may well be served over plain HTTP, where an upgrade of the page's own scripts would find nobody.
    transformStaticCSP: (policy) => policy.replace('upgrade-insecure-requests;', ''),
    // The plain layout: there is one description to show, so no bar to load others with.
    uiConfig: { layout: 'BaseLayout', displayRequestDuration: true, deepLinking: true },
    theme: { title: 'Trade Catalogue API' },
  })
}

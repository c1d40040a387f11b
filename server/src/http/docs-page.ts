import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** The interactive description of the API at /docs, with everything it needs served from here. */
export async function serveDocsPage(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // The service may well be served over plain HTTP, where an upgrade of the page's own scripts would find nobody.
    transformStaticCSP: (policy) => policy.replace('upgrade-insecure-requests;', ''),
    uiConfig: { displayRequestDuration: true, deepLinking: true },
    theme: {
      title: 'Trade Catalogue API',
      // There is one description to show: the bar that loads others would only get in the way.
      css: [{ filename: 'bare.css', content: '.topbar { display: none }' }],
    },
  })
}

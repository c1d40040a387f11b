import scalar from '@scalar/api-reference/dist/browser/standalone.js?url'

/** What the package adds to the page. */
type Scalar = { createApiReference: (selector: string, configuration: object) => void }

// Its own file, built by its authors: it brings another framework than the other pages have.
const script = Object.assign(document.createElement('script'), { src: scalar })
script.addEventListener('load', () => {
  const { createApiReference } = (globalThis as unknown as { Scalar: Scalar }).Scalar
  createApiReference('#root', {
    url: '/api/v1/openapi.json',
    theme: 'none',
    layout: 'modern',
    metaData: { title: 'Trade Catalogue API' },
    // Nothing is asked of other hosts.
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    // A key is not kept in the browser.
    persistAuth: false,
    authentication: { preferredSecurityScheme: 'key' },
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    orderRequiredPropertiesFirst: false,
    orderSchemaPropertiesBy: 'preserve',
  })
})
document.head.append(script)

import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { exchange } from '../given/exchange.ts'
import { item } from '../given/given.ts'

const service = useService()
const limited = useService({ rateLimit: 1 })

const OF_EVERY_ANSWER = { 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-cache' }

const OF_PAGES = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.any(String),
  'x-frame-options': 'DENY',
}

/** To the end: a server that stops waits for answers that are being sent. */
async function read(url: string): Promise<Response> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response
}

/** Headers that tell browsers what to do; whatever there is of them. */
function securityHeaders(headers: Headers): Record<string, string> {
  const isOne =
    /^(access-control-|content-security-|cross-origin-|permissions-|referrer-|strict-|x-(?!request-id))|^cache-control$/
  return Object.fromEntries([...headers].filter(([name]) => isOne.test(name)))
}

test('every answer of the API is for its caller alone, and of the type that it says', async () => {
  const workspace = await service.workspace()
  const readOnly = await service.workspace({ scope: 'read' })
  const { key: spent } = await limited.workspace()
  await limited.call('GET', '/brands', { key: spent })
  const tag = (await readOnly.get('/brands')).headers.get('etag')!
  const published = (await service.call('GET', '/openapi.json')).headers.get('etag')!
  const answers = {
    200: [
      await workspace.get('/products'),
      // Given a second time it is remembered, and given again from there.
      await workspace.get('/products'),
      await workspace.get('/products'),
      await workspace.put('/products', { products: [item()] }),
      await service.call('GET', '/openapi.json'),
    ],
    304: [
      await readOnly.get('/brands', { 'if-none-match': tag }),
      await service.call('GET', '/openapi.json', { headers: { 'if-none-match': published } }),
    ],
    400: [
      await workspace.get('/products?limit=0'),
      await service.call('PUT', '/products', { key: workspace.key, body: '{' }),
      await exchange(service.url, 'GET /api/v1/brands HTTP/1.1\r\nConnection: close\r\n\r\n'),
      await exchange(service.url, 'no request at all\r\n\r\n'),
    ],
    401: [await service.call('GET', '/brands')],
    403: [await readOnly.put('/products', { products: [item()] })],
    404: [await workspace.get('/products/none'), await workspace.get('/pallets'), await workspace.get('/%ZZ')],
    405: [await service.call('DELETE', '/products')],
    429: [await limited.call('GET', '/brands', { key: spent })],
  }
  for (const [status, ofStatus] of Object.entries(answers)) {
    for (const answer of ofStatus) {
      expect({ status: answer.status, ...securityHeaders(answer.headers) }).toEqual({
        status: Number(status),
        ...OF_EVERY_ANSWER,
      })
    }
  }
})

test.for(['/docs', '/sign-in'])('the page %s, and all that it loads, is shielded', async (path) => {
  const page = await fetch(`${service.url}${path}`)
  const html = await page.text()
  const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => new URL(path!, page.url))
  expect(loaded.length).toBeGreaterThan(2)
  for (const url of loaded) {
    expect(url.origin).toBe(service.url)
    const { status, headers } = await read(url.href)
    // What a page asks for first is an answer of the service, as all that it asks for later.
    const expected = url.pathname.startsWith('/app-api/') ? OF_EVERY_ANSWER : OF_PAGES
    expect({ status, ...securityHeaders(headers) }).toMatchObject({ status: 200, ...expected })
  }
  expect(securityHeaders(page.headers)).toEqual({ ...OF_PAGES, 'cache-control': 'no-store' })
})

async function policyOf(path: string): Promise<string> {
  const { headers } = await read(`${service.url}${path}`)
  return headers.get('content-security-policy')!
}

test('the policy of a page lets it run its own files only, and nobody frame it', async () => {
  const policy = await policyOf('/sign-in')
  const directives = Object.fromEntries(
    policy.split('; ').map((directive) => directive.split(/ (.*)/).slice(0, 2) as [string, string]),
  )
  expect(directives).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': expect.stringMatching(/^'self' 'nonce-[\w+/=]+'$/),
    'connect-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  })
  expect(policy).not.toMatch(/unsafe-|\*|https?:/)
  // The page about the API is by a library that writes styles of its own.
  const ofDocs = await policyOf('/docs')
  expect(ofDocs).toContain("style-src 'self' 'unsafe-inline'")
  expect(ofDocs.replace(" 'unsafe-inline'", '')).not.toMatch(/unsafe-|\*|https?:/)
})

test('a caller that is not told to come over TLS may come without it', async () => {
  for (const path of ['/docs', '/api/v1/openapi.json']) {
    expect((await read(service.url + path)).headers.has('strict-transport-security')).toBe(false)
  }
})

import type { FastifyInstance } from 'fastify'

/**
 * Headers of every response. Responses are private to one workspace: only the caller may cache them, and has to
 * revalidate them by `ETag`. Browsers must not guess the content type. There are no CORS headers, so other sites cannot
 * read them.
 */
export const ANSWER_HEADERS = {
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
}

/**
 * A page may load from this service only. Inline scripts are forbidden, and inline styles too unless they carry the
 * nonce (base64) of this response.
 */
export function pagePolicy(nonce?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The description of the API has styles in attributes, which a nonce cannot allow. Its scripts are as strict as all. */
export function docsPolicy(): string {
  return pagePolicy().replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
}

const PAGE_HEADERS = {
  'content-security-policy': pagePolicy(),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': devicePolicy(),
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

/** What pages may use of a device: those of buyers the camera, for bar codes. */
export function devicePolicy(camera: 'self' | '' = ''): string {
  return `camera=(${camera}), geolocation=(), microphone=(), payment=(), usb=()`
}

/** A year, in seconds. Subdomains are not included: other services may run there. */
const ALWAYS_TLS = { 'strict-transport-security': 'max-age=31536000' }

/** Sets the headers of every response. Call it before anything that may answer. */
export function secureAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ANSWER_HEADERS)
    done()
  })
}

/** Sets the headers of the pages of this scope, and of their files. With `tls`, browsers are told to use TLS only. */
export function securePages(app: FastifyInstance, { tls }: { tls: boolean }): void {
  const headers = tls ? { ...PAGE_HEADERS, ...ALWAYS_TLS } : PAGE_HEADERS
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

import type { FastifyInstance } from 'fastify'

/**
 * Of every answer. It is one workspace's data: nobody but the caller keeps it, and asks with its `ETag` before using it
 * again. It is the type that it says it is. A browser on another site is never told that it may read it.
 */
export const ANSWER_HEADERS = {
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
}

/** What a page may do: load and call what this service itself serves, and nothing else; no script or style in its text. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE_HEADERS = {
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
}

/** A year, in seconds; of this host alone, as what else runs on its domain is not ours to decide. */
const ALWAYS_TLS = { 'strict-transport-security': 'max-age=31536000' }

/** Gives every answer its headers. Call it before anything that may answer. */
export function secureAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(ANSWER_HEADERS)
    done()
  })
}

/** Shields the pages of this scope, and what they load; with `tls`, browsers are told never to come without it. */
export function securePages(app: FastifyInstance, { tls }: { tls: boolean }): void {
  const headers = tls ? { ...PAGE_HEADERS, ...ALWAYS_TLS } : PAGE_HEADERS
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

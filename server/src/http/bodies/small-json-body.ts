import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJson } from './parse-json.ts'

/** In bytes. Somebody who is not signed in may send no more. */
const MAX_BYTES = 16_384

/** Reads every body of this scope as JSON of a few kilobytes, whatever its content type. */
export function readSmallJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', (request, _reply, done) => {
    // The framework refuses content types that it has no parser for.
    if (request.headers['content-type'] !== undefined) request.headers['content-type'] = 'application/json'
    done()
  })
  const options = { parseAs: 'buffer', bodyLimit: MAX_BYTES } as const
  app.addContentTypeParser('*', options, async (_request: FastifyRequest, body: Buffer) => parseJson([body]))
}

import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors.ts'

/** The body is not JSON in UTF-8. */
class InvalidJson extends DomainError {
  readonly code = 'invalid_json'
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads every body as JSON, whatever type it is said to have: there is nothing else that the API takes. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', (request, _reply, done) => {
    // The framework refuses a type that it cannot read.
    if (request.headers['content-type'] !== undefined) request.headers['content-type'] = 'application/json'
    done()
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => parse(body))
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body))
  } catch (error) {
    const why = body.length === 0 ? 'It is empty.' : `${(error as Error).message}.`
    throw new InvalidJson(`The body is not valid JSON. ${why}`)
  }
}

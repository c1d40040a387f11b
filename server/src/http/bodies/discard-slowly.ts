import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Bytes of an unread body that are discarded as they come. */
const AT_ONCE_BYTES = 65_536
/** The pause after each further chunk of up to 64 KB, in milliseconds: 3 MB a second. */
const PAUSE_MS = 20

/**
 * Discards slowly what is left of a body when its request is answered, as that of a refused call. Node would discard it
 * as fast as it comes, and a client that sends many such bodies would keep the event loop busy. The framework would
 * close the connection where a body is refused: the client, which still sends, would often lose the answer.
 */
export function discardBodiesSlowly(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (!raw.complete && !raw.destroyed) {
      reply.removeHeader('connection')
      discardSlowly(raw)
    }
    done(null, payload)
  })
}

function discardSlowly(body: IncomingMessage): void {
  let bytes = 0
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes < AT_ONCE_BYTES) return
    body.pause()
    setTimeout(() => body.resume(), PAUSE_MS).unref()
  })
}

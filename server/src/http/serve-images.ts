import type { FastifyPluginAsync } from 'fastify'
import type { ImageStore } from '../context.ts'
import { BUSY, NotFound } from '../errors.ts'
import { parseFileName } from '../catalogue/images/image-path.ts'
import { namesTag } from './entity-tags.ts'

/** Responses in progress, each with its file in memory. */
const MAX_IN_PROGRESS = 100

const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Shows images to everybody who has their URL; nobody else can guess one. A file never changes. It does not come from
 * the database, which is not asked.
 */
export const serveImages: FastifyPluginAsync<{ store: ImageStore }> = async (app, { store }) => {
  let inProgress = 0
  app.get<{ Params: { file: string } }>('/:file', { schema: { hide: true } }, async (request, reply) => {
    const file = parseFileName(request.params.file)
    if (!file) throw new NotFound('There is no such image.')
    const tag = `"${request.params.file}"`
    const headers = { etag: tag, 'cache-control': FOREVER, 'cross-origin-resource-policy': 'same-origin' }
    if (namesTag(request.headers['if-none-match'], tag)) return reply.headers(headers).code(304).send()
    if (inProgress >= MAX_IN_PROGRESS) throw BUSY
    inProgress++
    reply.raw.once('close', () => inProgress--)
    const bytes = await store.read(file.digest, file.size)
    if (!bytes) throw new NotFound('There is no such image.')
    return reply
      .headers(headers)
      .type('image/webp')
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  })
}

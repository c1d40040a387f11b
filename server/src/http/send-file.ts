import { Readable } from 'node:stream'
import type { FastifyReply, FastifyPluginAsync } from 'fastify'
import type { ImageStore } from '../context.ts'
import { BUSY, NotFound } from '../errors.ts'
import { parseFileName } from '../catalogue/images/image-path.ts'
import { namesTag } from './entity-tags.ts'

export const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const

type Content = AsyncIterable<string | Uint8Array>
type Begin = () => Content | Promise<Content>

/** Sends a file to download, while it is made. `begin` may still name it. */
export function sendFile(reply: FastifyReply, file: { name: string; type: keyof typeof FILE_TYPES }, begin: Begin) {
  return sendParts(reply, begin, () => ({
    'content-type': FILE_TYPES[file.type],
    'content-disposition': `attachment; filename="${file.name}.${file.type}"`,
  }))
}

/**
 * Sends what is made while it is read. Each part takes a slot of heavy work, so a slow client holds none, and what comes
 * before the first part, such as reading an order, takes the same one: little is held by who waits.
 */
export async function sendParts(reply: FastifyReply, begin: Begin, headers: () => Record<string, string>) {
  const { runQueued = (work) => work() } = reply.request.workspace
  const { parts, first } = await runQueued(async () => {
    const parts = (await begin())[Symbol.asyncIterator]()
    return { parts, first: await parts.next() }
  })
  const all = async function* () {
    for (let part = first; !part.done; part = await runQueued(() => parts.next())) yield part.value
  }
  const file = Readable.from(all())
  // Also where nobody began to read it.
  file.once('close', () => void parts.return?.())
  return reply.headers(headers()).send(file)
}

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

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const

type Content = AsyncIterable<string | Uint8Array>

/** Sends a file to download, while it is made. */
export function sendFile(
  reply: FastifyReply,
  { name, type }: { name: string; type: keyof typeof FILE_TYPES },
  content: Content,
) {
  reply.type(FILE_TYPES[type]).header('content-disposition', `attachment; filename="${name}.${type}"`)
  return sendSlices(reply, content)
}

/**
 * Sends what is made while it is read: each slice waits in the queue of downloads, so a slow client holds no slot of
 * it.
 */
export function sendSlices(reply: FastifyReply, content: Content) {
  return reply.send(Readable.from(slices(content, reply.request.makeSlice)))
}

async function* slices(content: Content, makeSlice: FastifyReply['request']['makeSlice']) {
  const iterator = content[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await makeSlice(() => iterator.next())
      if (done) return
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  zip: 'application/zip',
  json: 'application/json',
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

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { WorkspaceContext } from '../context.ts'

export const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const

type Content = AsyncIterable<string | Uint8Array>
/** Or what begins it, such as by reading an order: heavy work, as its parts are. */
type Begin = () => Promise<Content>

/** Sends a file to download, while it is made. */
export async function sendFile(
  reply: FastifyReply,
  { name, type }: { name: string; type: keyof typeof FILE_TYPES },
  content: Content | Begin,
) {
  const begun = typeof content === 'function' ? await queuedIn(reply)(content) : content
  reply.type(FILE_TYPES[type]).header('content-disposition', `attachment; filename="${name}.${type}"`)
  return sendParts(reply, begun)
}

/** Sends what is made while it is read: each part takes a slot of heavy work, so a slow client holds none. */
export function sendParts(reply: FastifyReply, content: Content) {
  return reply.send(Readable.from(parts(content, queuedIn(reply))))
}

type RunQueued = NonNullable<WorkspaceContext['runQueued']>

function queuedIn({ request }: FastifyReply): RunQueued {
  const { runQueued = (work) => work() } = request.workspace
  return runQueued
}

async function* parts(content: Content, runQueued: RunQueued) {
  const iterator = content[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await runQueued(() => iterator.next())
      if (done) return
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}

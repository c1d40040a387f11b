import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const

/** Sends a file to download, while it is made. */
export function sendFile(
  reply: FastifyReply,
  { name, type }: { name: string; type: keyof typeof FILE_TYPES },
  content: Readable,
) {
  return reply
    .type(FILE_TYPES[type])
    .header('content-disposition', `attachment; filename="${name}.${type}"`)
    .send(content)
}

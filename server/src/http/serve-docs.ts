import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The docs of the package. */
const FOLDER = fileURLToPath(new URL('../../../docs/', import.meta.url))

/** The docs as Markdown, and at /llms.txt what an assistant needs to know before it reads them. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  // What a request names is looked up here: no path of it reaches the disk.
  const pages = new Set(globSync('**/*.md', { cwd: FOLDER }))
  const schema = { hide: true }
  const send = async (reply: FastifyReply, name: string, type: string) =>
    reply.type(`text/${type}; charset=utf-8`).send(await readFile(`${FOLDER}${name}`))
  app.get('/llms.txt', { schema }, (_request, reply) => send(reply, 'llms.txt', 'plain'))
  app.get<{ Params: { '*': string } }>('/docs/*', { schema }, async ({ params }, reply) =>
    pages.has(params['*']) ? send(reply, params['*'], 'markdown') : reply.callNotFound(),
  )
}

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { devicePolicy, docsPolicy, pagePolicy, securePages } from './security-headers.ts'
import { readFile } from 'node:fs/promises'

/** What Vite built: `npm start` does that when it is missing. */
const BUILT = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

/** The paths of each application. Its pages are one HTML file, and the browser finds the page by the path. */
const PATHS = {
  console: ['/', '/sign-in', '/reset-password', '/set-up', '/account', '/new-email', '/call-off', '/w/*'],
  portal: ['/t/*'],
  invitation: ['/invitation/*'],
  docs: ['/docs'],
}

/** What a page asks for first. The browser fetches it beside the scripts: by a slow connection, each wait is long. */
const FIRST_CALLS: [page: RegExp, calls: string[]][] = [
  [/^\/sign-in()\b/, ['account/look']],
  [/^\/invitation\/([\w-]+)$/, ['account/invitation/$1']],
  [/^\/t\/(\w[\w-]*)$/, ['portal/$1/portal', 'portal/$1/products?limit=50&offset=0', 'portal/$1/groups']],
  [/^\/t\/(\w[\w-]*)\/(?!sign-in\b|as\/)/, ['portal/$1/portal']],
]

const NOT_BUILT =
  'The pages are not built here. The API is at /api/v1, and described at /api/v1/openapi.json. To build the pages: npm run build\n'

/**
 * Serves the web applications: their HTML, never kept by browsers and with a new nonce each time, and their files,
 * whose names change with their content.
 */
export async function servePages(app: FastifyInstance, { tls, folder = BUILT }: { tls: boolean; folder?: string }) {
  await app.register(async (pages) => {
    securePages(pages, { tls })
    const schema = { hide: true }
    for (const [name, paths] of Object.entries(PATHS)) {
      const file = `${folder}${name}.html`
      const html = existsSync(file) ? readFileSync(file, 'utf8') : null
      const policy = name === 'docs' ? docsPolicy : pagePolicy
      const answer = (reply: FastifyReply) => (html === null ? sendNotBuilt(reply) : sendHtml(reply, html, policy))
      for (const path of paths) pages.get(path, { schema }, (_request, reply) => answer(reply))
    }
    if (existsSync(`${folder}sw.js`)) {
      const worker = readFileSync(`${folder}sw.js`)
      // Asked for with each visit, so that a new version of the pages takes over.
      pages.get('/sw.js', { schema }, (_request, reply) =>
        reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker),
      )
    }
    if (existsSync(`${folder}assets`)) {
      await pages.register(fastifyStatic, {
        root: `${folder}assets`,
        prefix: '/assets/',
        decorateReply: false,
        index: false,
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
        schemaHide: true,
      })
    }
  })
}

function sendHtml(reply: FastifyReply, html: string, policy: typeof pagePolicy): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .header('content-security-policy', policy(nonce))
    .header('permissions-policy', devicePolicy(reply.request.url.startsWith('/t/') ? 'self' : ''))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html.replaceAll('__NONCE__', nonce).replace('</head>', `${preloadsOf(reply.request.url)}</head>`))
}

function preloadsOf(url: string): string {
  for (const [page, calls] of FIRST_CALLS) {
    const part = page.exec(url)?.[1]
    if (part === undefined) continue
    return calls
      .map((call) => `<link rel="preload" as="fetch" crossorigin href="/app-api/${call.replace('$1', part)}" />`)
      .join('')
  }
  return ''
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(reply.request.url === '/' ? 200 : 404)
    .type('text/plain; charset=utf-8')
    .send(NOT_BUILT)
}

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

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import type { Plugin } from 'vite'
import { CHUNK_GROUPS } from './chunks.ts'

/** Where `npm run dev` finds the service. */
const SERVICE = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

/** Files smaller than this are sent as they are, in bytes. */
const WORTH_COMPRESSING = 1_000

/** All of the page about the API, in one file. */
const SCALAR = '@scalar/api-reference/dist/browser/standalone.js'

/** Files larger than this are compressed less, in bytes: the best takes ten seconds for the page of the API. */
const LARGE = 1_000_000

/** An address below /t/ that is no portal: the service answers with the page alone. */
const SHELL = '/t/-'

/** What the service answers, and Vite does not. */
const PROXIED = ['/sw.js', '/api', '/app-api', '/docs/', '/images']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    collectImports(),
    collectFilesOfPortal(),
    keepShell(),
    ownStyleLast(),
    compressFiles(),
    servePages(),
  ],
  server: { host: '127.0.0.1', proxy: Object.fromEntries(PROXIED.map((path) => [path, SERVICE])) },
  // The service puts a nonce of each answer in this place.
  html: { cspNonce: '__NONCE__' },
  resolve: {
    alias: {
      // The same parser of tables as in the service, built for browsers.
      'csv-parse/sync': 'csv-parse/browser/esm/sync',
      // A file that its package does not export, as it is meant for other hosts.
      [`${SCALAR}?url`]: join(import.meta.dirname, `../node_modules/${SCALAR}?url`),
    },
  },
  build: {
    target: 'baseline-widely-available',
    // The first versions that know light-dark(), which is not written otherwise without loss.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Nothing inlined: the policy of the pages allows files of their own origin only.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What imports a file later has fetched its own imports already.
      resolveDependencies: (_file, imports, { hostId, hostType }) =>
        hostType === 'html' ? imports : imports.filter((file) => !importsOf(hostId).has(file)),
    },
    rolldownOptions: {
      input: { console: 'console.html', portal: 'portal.html', invitation: 'invitation.html', docs: 'docs.html' },
      // Files name each other often, and a hash does not compress.
      output: { chunkFileNames: 'assets/[name]-[hash:7].js', codeSplitting: { groups: CHUNK_GROUPS } },
    },
  },
})

/** The files that each file imports at once, by its name. */
const imported = new Map<string, readonly string[]>()

function collectImports(): Plugin {
  return {
    name: 'collect-imports',
    apply: 'build',
    enforce: 'pre',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') imported.set(file.fileName, file.imports)
    },
  }
}

/** The files of the trade portal, without its fonts: what a visit without a connection needs. */
const filesOfPortal = new Set<string>()

function collectFilesOfPortal(): Plugin {
  return {
    name: 'collect-files-of-portal',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const collect = (file: string) => {
        const chunk = bundle[file]
        if (filesOfPortal.has(file) || /\/fonts\//.test((chunk?.type === 'chunk' && chunk.facadeModuleId) || '')) return
        filesOfPortal.add(file)
        if (chunk?.type !== 'chunk') return
        const { importedCss, importedAssets } = chunk.viteMetadata!
        for (const next of [...chunk.imports, ...chunk.dynamicImports, ...importedCss, ...importedAssets]) collect(next)
      }
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.isEntry && file.name === 'portal') collect(file.fileName)
    },
  }
}

/**
 * The service worker of the portal. It keeps the files of the pages, and the page without a connection. Data are not its
 * business, nor is any other address: `offline/offline-store.ts` keeps data for one buyer.
 */
function keepShell() {
  return VitePWA({
    strategies: 'generateSW',
    injectRegister: null,
    manifest: false,
    workbox: {
      inlineWorkboxRuntime: true,
      skipWaiting: true,
      clientsClaim: true,
      cleanupOutdatedCaches: true,
      globPatterns: ['portal.html', 'assets/*.{js,css,svg}'],
      // Larger than it takes, and no file of the portal.
      globIgnores: ['assets/standalone-*'],
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [
        (entries) => ({
          manifest: entries
            .filter(({ url }) => url === 'portal.html' || filesOfPortal.has(url))
            .map(({ url, ...entry }) => ({ ...entry, url: url === 'portal.html' ? SHELL : `/${url}` })),
        }),
      ],
      navigateFallback: null,
      runtimeCaching: [
        {
          urlPattern: ({ request, url }) =>
            request.mode === 'navigate' && /^\/t\/[^/]+(?!\/(as|sign-in)\b)(\/|$)/.test(url.pathname),
          handler: 'NetworkOnly',
          options: { precacheFallback: { fallbackURL: SHELL } },
        },
      ],
    },
  })
}

/** A file with all that is there when it runs. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const next of imported.get(file) ?? []) importsOf(next, found)
  return found
}

/** The style of an application alone, in a document. */
const OWN_STYLE = /\n *<link rel="stylesheet"[^>]*\/(?:console|portal|invitation)-[^>]*>/

/** The styles that applications share come before their own: later files override earlier ones. */
function ownStyleLast(): Plugin {
  return {
    name: 'own-style-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const own = OWN_STYLE.exec(html)?.[0]
        if (own === undefined) return html
        const rest = html.replace(own, '')
        const end = rest.indexOf('>', rest.lastIndexOf('<link rel="stylesheet"')) + 1
        return rest.slice(0, end) + own + rest.slice(end)
      },
    },
  }
}

/** Writes each script, style and picture once more as .gz and .br beside it. */
function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    writeBundle({ dir }) {
      const folder = join(dir!, 'assets')
      for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const bytes = readFileSync(join(folder, name))
        if (bytes.length < WORTH_COMPRESSING) continue
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE ? 9 : 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        }
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
      }
    },
  }
}

/** In development: the paths of the pages, as the service maps them (server/src/http/serve-pages.ts). */
function servePages(): Plugin {
  return {
    name: 'serve-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = request.url?.split('?')[0] ?? ''
        if (path.startsWith('/t/')) request.url = '/portal.html'
        else if (path.startsWith('/invitation/')) request.url = '/invitation.html'
        else if (path === '/docs') request.url = '/docs.html'
        else if (/^\/($|sign-in|set-up|reset-password|account|new-email|call-off|w\/)/.test(path))
          request.url = '/console.html'
        next()
      })
    },
  }
}

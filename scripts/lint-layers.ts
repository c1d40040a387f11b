import { readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/**
 * The layers of `server/src`, from the lowest to the highest. A folder imports only from the layers below its own,
 * which stand above it here; types included. Folders of one layer do not know each other. A folder stands for all in
 * it, but for folders of it that are named too. A file can stand for a folder.
 */
const LAYERS = [
  // What the pages import too.
  ['shared'],
  ['errors.ts'],
  ['lib'],
  ['config.ts', 'files/spreadsheets'],
  ['database'],
  ['context.ts'],
  ['catalogue/images', 'database/paging', 'jobs/mail', 'workspaces/activity'],
  ['workspaces'],
  ['customers'],
  ['people', 'pricing'],
  ['pricing/impact'],
  ['pricing/price-changes'],
  ['catalogue'],
  ['pricing/feed', 'pricing/terms'],
  ['orders', 'workspaces/undo'],
  ['portal'],
  ['files/export', 'files/import', 'ops/sample'],
  ['jobs'],
  ['ops/backup', 'ops/metrics', 'ops/operations'],
  ['ops/doctor'],
  ['http'],
  ['api/v1'],
  // Shows what the public API shows, and more: it uses the same schemas.
  ['api'],
  ['app.ts', 'ops/all-operations.ts'],
  ['serve.ts'],
  ['workers.ts'],
  ['ops/cli'],
  ['cli.ts'],
]

/** Packages that only some files may import, and what to say elsewhere. */
const PACKAGES: { packages: RegExp; allowed: RegExp; message: string }[] = [
  {
    packages: /^(fastify|@fastify\/.*|node:http)$/,
    // Metrics speak HTTP themselves, to Prometheus.
    allowed: /^((http|api|ops\/metrics)\/|(app|serve)\.ts$)/,
    message: 'Domain folders know no HTTP.',
  },
  {
    packages: /^(?!csv-parse\/)/,
    allowed: /^(?!shared\/)/,
    message: 'The pages import "shared" too: of packages, it uses only csv-parse, which also runs in a browser.',
  },
]

const SOURCES = join(import.meta.dirname, '../server/src')
const PLACES = LAYERS.flatMap((places, layer) => places.map((place) => ({ place, layer })))
const BY_DEPTH = PLACES.toSorted((a, b) => b.place.length - a.place.length)

for (const name of readdirSync(SOURCES)) {
  if (!PLACES.some(({ place }) => place.split('/')[0] === name)) {
    throw new Error(`server/src/${name} has no layer in scripts/lint-layers.ts.`)
  }
}

function placeOf(path: string) {
  return BY_DEPTH.find(({ place }) => path === place || path.startsWith(`${place}/`))
}

/** Why a file of `server/src` may not import that; undefined: it may. */
function fault(file: string, source: string): string | undefined {
  const path = relative(SOURCES, file)
  if (!source.startsWith('.')) {
    return PACKAGES.find(({ packages, allowed }) => packages.test(source) && !allowed.test(path))?.message
  }
  const from = placeOf(path)
  const to = placeOf(relative(SOURCES, resolve(dirname(file), source)))
  if (!from || !to || from.place === to.place || to.layer < from.layer) return
  return `"${from.place}" is not above "${to.place}": folders import from lower layers (scripts/lint-layers.ts).`
}

type Import = { source: { value: string } | null }
type Context = { filename: string; report: (problem: { node: Import; message: string }) => void }

export default {
  meta: { name: 'layers' },
  rules: {
    imports: {
      create(context: Context) {
        function check(node: Import) {
          const message = node.source ? fault(context.filename, node.source.value) : undefined
          if (message !== undefined) context.report({ node, message })
        }
        return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check }
      },
    },
  },
}

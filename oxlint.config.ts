import { readdirSync } from 'node:fs'
import { defineConfig } from 'oxlint'
import type { OxlintOverride } from 'oxlint'

/**
 * The layers of `server/src`, from the lowest to the highest. A folder imports only from the layers below its own,
 * which stand above it here; types included. Folders of one layer do not know each other. A file can stand for a
 * folder. `base` are the files of `server/src` that are not named.
 */
const LAYERS = [
  // What the pages import too.
  ['rules'],
  ['base'],
  ['config.ts', 'spreadsheets'],
  ['database'],
  ['context.ts'],
  ['activity', 'images', 'mail', 'reading'],
  ['workspaces'],
  ['customers'],
  ['people', 'pricing'],
  ['impact'],
  ['price-changes'],
  ['catalogue'],
  ['agreed-prices', 'discounts', 'price-groups'],
  ['orders'],
  ['portal'],
  ['documents', 'imports', 'sample'],
  ['jobs'],
  ['backup', 'metrics', 'operator'],
  ['http'],
  ['api'],
  // Shows what the API shows, and more: it uses the same schemas.
  ['app-api'],
  ['announcement.ts', 'app.ts', 'operations.ts'],
  ['serve.ts'],
  ['workers.ts'],
  ['commands'],
  ['cli.ts'],
]

type Restriction = { group?: string[]; regex?: string; message: string }

const ROUTES = ['api', 'app-api']
const CALL_VERBS = 'Routes call verbs; they never touch tables.'
const ENVIRONMENT = { object: 'process', property: 'env', message: 'Only config.ts reads the environment.' }

/** What folders may not import, besides what is on layers above them. */
const RESTRICTIONS: { folders: string[]; restriction: Restriction }[] = [
  {
    folders: ROUTES,
    restriction: { group: ['kysely', '**/database/*', '!**/database/column-values.ts'], message: CALL_VERBS },
  },
  {
    // Metrics speak HTTP themselves, to Prometheus.
    folders: foldersBelow('http').filter((folder) => folder !== 'metrics'),
    restriction: { group: ['fastify', '@fastify/*', 'node:http'], message: 'Domain folders know no HTTP.' },
  },
  {
    folders: ['rules'],
    restriction: {
      regex: '^(?!csv-parse)[^.]',
      message: 'The pages import "rules" too: of packages, it uses only csv-parse, which also runs in a browser.',
    },
  },
  {
    folders: LAYERS.flat().filter((folder) => folder !== 'reading'),
    restriction: { regex: '/reading/(?!index\\.ts)', message: 'Import "reading" by its index.ts.' },
  },
]

const FOLDERS = LAYERS.flat()
const HIGHEST = FOLDERS.at(-1)!

for (const { name } of readdirSync(`${import.meta.dirname}/server/src`, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
)) {
  if (!FOLDERS.includes(name)) throw new Error(`server/src/${name} has no layer in oxlint.config.ts.`)
}

function foldersBelow(folder: string): string[] {
  return LAYERS.slice(0, layerOf(folder)).flat()
}

function layerOf(folder: string): number {
  return LAYERS.findIndex((layer) => layer.includes(folder))
}

function isFile(folder: string): boolean {
  return folder.endsWith('.ts')
}

/** The files of a folder; `base` has those that are in none. */
function filesOf(folder: string) {
  if (folder !== 'base') return { files: [isFile(folder) ? `server/src/${folder}` : `server/src/${folder}/**`] }
  return { files: ['server/src/*.ts'], excludeFiles: FOLDERS.filter(isFile).map((file) => `server/src/${file}`) }
}

/** Imports from a layer that is not below, as they are written. */
function upwards(folder: string): Restriction {
  const others = LAYERS.slice(layerOf(folder))
    .flat()
    .filter((other) => other !== folder)
  const places = others.map((other) => (isFile(other) ? `${other.replace('.', '\\.')}$` : `${other}/`))
  const toRoot = folder === 'base' || isFile(folder) ? '\\./' : '(\\.\\./)+'
  return {
    regex: `^${toRoot}(${places.join('|')})`,
    message: `"${folder}" is on a lower layer than that, or on the same: folders import downwards (LAYERS in oxlint.config.ts).`,
  }
}

const overrides = FOLDERS.filter((folder) => folder !== HIGHEST).map((folder): OxlintOverride => ({
  ...filesOf(folder),
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          upwards(folder),
          ...RESTRICTIONS.filter(({ folders }) => folders.includes(folder)).map(({ restriction }) => restriction),
        ],
      },
    ],
  },
}))

/**
 * The web applications share what is in `shared`, and know nothing of each other. `components` shows what they share.
 */
const pages = [
  ['components', '(console|invitation|portal)'],
  ['console', '(invitation|portal)'],
  ['invitation', '(console|portal)'],
  ['portal', '(console|invitation)'],
  ['shared', '(console|invitation|portal)'],
].map(([folder, others]): OxlintOverride => ({
  files: [`web/src/${folder}/**`],
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: `^(\\.\\./)+${others}/`, message: `"${folder}" imports only from itself and from "shared".` },
          { regex: '/server/src/(?!rules/)', message: 'Of the service, pages import only "rules".' },
        ],
      },
    ],
    'no-restricted-properties': [
      'error',
      { object: 'crypto', property: 'randomUUID', message: 'A page without TLS has none: use "uuid".' },
    ],
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css', '**/styles.ts'] }],
    // A status that is empty at first, a listbox that follows a field, and the like have no such element.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'react/no-object-type-as-default-prop': 'off',
    // The cells of a table's columns.
    'react/no-unstable-nested-components': ['error', { allowAsProps: true }],
  },
}))

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'no-await-in-loop': 'off',
    'import/no-named-as-default-member': 'off',
    'oxc/no-map-spread': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'fc.assert'] }],
    'no-shadow': 'off',
    'unicorn/no-array-sort': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    'no-restricted-properties': ['error', ENVIRONMENT],
    // Names that people choose, such as "constructor", are no keys that an object has already: use a Map, or these.
    'prefer-object-has-own': 'error',
    'no-prototype-builtins': 'error',
    'guard-for-in': 'error',
    'no-proto': 'error',
  },
  ignorePatterns: ['client/src/openapi.d.ts', 'web/src/shared/app-api.d.ts', 'web/dist*'],
  overrides: [
    {
      files: ['server/src/config.ts', '*.config.ts', 'web/vite.config.ts', '{tests,bench,scripts,deploy}/**'],
      rules: { 'no-restricted-properties': 'off' },
    },
    {
      files: ROUTES.map((folder) => `server/src/${folder}/**`),
      rules: { 'no-restricted-properties': ['error', ENVIRONMENT, { property: 'db', message: CALL_VERBS }] },
    },
    ...overrides,
    ...pages,
  ],
})

import { readdirSync } from 'node:fs'
import { defineConfig } from 'oxlint'
import type { OxlintOverride } from 'oxlint'

/**
 * The rooms of `server/src`, from the lowest to the highest. A room imports only from rooms on lines above its own here,
 * types included. Rooms on one line do not know each other. `words` are the files of `server/src` that are not named.
 */
const HOUSE = [
  ['words'],
  ['config.ts', 'import'],
  ['database'],
  ['context.ts'],
  ['activity', 'images', 'mail', 'reading'],
  ['workspaces'],
  ['customers'],
  ['people', 'pricing'],
  ['catalogue'],
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

/** What rooms must leave alone besides the rooms above them. */
const RESTRICTIONS: { rooms: string[]; restriction: Restriction }[] = [
  {
    rooms: ROUTES,
    restriction: { group: ['kysely', '**/database/*', '!**/database/column-values.ts'], message: CALL_VERBS },
  },
  {
    rooms: ['import'],
    restriction: { group: ['kysely'], message: 'The import is a client of the public API like any other.' },
  },
  {
    // All rooms below `http`, but for two that speak HTTP themselves: the import to the API, metrics to Prometheus.
    rooms: roomsBelow('http').filter((room) => !['import', 'metrics'].includes(room)),
    restriction: { group: ['fastify', '@fastify/*', 'node:http'], message: 'A domain room knows no HTTP.' },
  },
  {
    rooms: HOUSE.flat().filter((room) => room !== 'reading'),
    restriction: { regex: '/reading/(?!index\\.ts)', message: '"reading" has one door: its index.ts.' },
  },
]

const ROOMS = HOUSE.flat()
const HIGHEST = ROOMS.at(-1)!

for (const { name } of readdirSync(`${import.meta.dirname}/server/src`, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
)) {
  if (!ROOMS.includes(name)) throw new Error(`server/src/${name} has no place in the HOUSE of oxlint.config.ts.`)
}

function roomsBelow(room: string): string[] {
  return HOUSE.slice(0, lineOf(room)).flat()
}

function lineOf(room: string): number {
  return HOUSE.findIndex((line) => line.includes(room))
}

function isFile(room: string): boolean {
  return room.endsWith('.ts')
}

/** The files of a room: `words` has those that are in no other. */
function filesOf(room: string) {
  if (room !== 'words') return { files: [isFile(room) ? `server/src/${room}` : `server/src/${room}/**`] }
  return { files: ['server/src/*.ts'], excludeFiles: ROOMS.filter(isFile).map((file) => `server/src/${file}`) }
}

/** Imports from a room that is not below, as they are written: a room is a folder beside, or a file beside that. */
function upwards(room: string): Restriction {
  const others = HOUSE.slice(lineOf(room))
    .flat()
    .filter((other) => other !== room)
  const places = others.map((other) => (isFile(other) ? `${other.replace('.', '\\.')}$` : `${other}/`))
  const toRoot = room === 'words' || isFile(room) ? '\\./' : '(\\.\\./)+'
  return {
    regex: `^${toRoot}(${places.join('|')})`,
    message: `"${room}" is below that, or beside it: rooms import downwards (HOUSE in oxlint.config.ts).`,
  }
}

const overrides = ROOMS.filter((room) => room !== HIGHEST).map((room): OxlintOverride => ({
  ...filesOf(room),
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          upwards(room),
          ...RESTRICTIONS.filter(({ rooms }) => rooms.includes(room)).map(({ restriction }) => restriction),
        ],
      },
    ],
  },
}))

/** The web applications share what is in `shared`, and know nothing of each other. */
const pages = [
  ['console', 'portal'],
  ['portal', 'console'],
  ['shared', '(console|portal)'],
].map(([room, others]): OxlintOverride => ({
  files: [`web/src/${room}/**`],
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          { regex: `^(\\.\\./)+${others}/`, message: `"${room}" imports only from itself and from "shared".` },
        ],
      },
    ],
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css', '**/styles.ts'] }],
    // A status that is empty at first, a listbox that follows a field, and the like have no element of their own.
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
  },
  ignorePatterns: ['client/src/openapi.d.ts', 'web/src/shared/app-api.d.ts', 'web/dist*'],
  overrides: [
    {
      files: ['server/src/config.ts', 'vitest*.config.ts', 'web/vite.config.ts', 'tests/**', 'bench/**', 'scripts/**'],
      rules: { 'no-restricted-properties': 'off' },
    },
    {
      files: ROUTES.map((room) => `server/src/${room}/**`),
      rules: { 'no-restricted-properties': ['error', ENVIRONMENT, { property: 'db', message: CALL_VERBS }] },
    },
    ...overrides,
    ...pages,
  ],
})

import { defineConfig } from 'oxlint'
import type { OxlintOverride } from 'oxlint'

const ROUTES = ['server/src/api/**']
const CALL_VERBS = 'Routes call verbs; they never touch tables.'
const ENVIRONMENT = { object: 'process', property: 'env', message: 'Only config.ts reads the environment.' }

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
          { regex: '/server/src/(?!shared/)', message: 'Of the service, pages import only "shared".' },
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
  jsPlugins: ['./scripts/lint-layers.ts'],
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
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
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
      files: ['server/src/config.ts', '*.config.ts', 'web/vite.config.ts', '{tests,bench,scripts,deploy,docs}/**'],
      rules: { 'no-restricted-properties': 'off' },
    },
    { files: ['server/src/**'], rules: { 'layers/imports': 'error' } },
    {
      files: ROUTES,
      rules: {
        'no-restricted-properties': ['error', ENVIRONMENT, { property: 'db', message: CALL_VERBS }],
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                group: ['kysely', '**/database/*', '!**/database/column-values.ts'],
                message: CALL_VERBS,
              },
            ],
          },
        ],
      },
    },
    {
      files: ['server/src/api/console/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              { group: ['kysely', '**/database/*', '!**/database/column-values.ts'], message: CALL_VERBS },
              {
                group: ['**/http/operation.ts'],
                message: 'Import operation.ts of this folder: it asks for the right.',
              },
            ],
          },
        ],
      },
    },
    { files: ['server/src/api/console/operation.ts'], rules: { 'no-restricted-imports': 'off' } },
    ...pages,
  ],
})

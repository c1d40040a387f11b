import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { findPostgres } from './tests/engines/find-postgres.ts'

const postgres = findPostgres()
if (!postgres && process.env['REQUIRE_POSTGRES']) {
  throw new Error('REQUIRE_POSTGRES is set, and there is no Postgres: set TEST_DATABASE_URL, or install its programs.')
}

const onEngine = {
  include: ['tests/{http,store,cli,crash,fuzz,cost}/**/*.test.ts'],
  setupFiles: './tests/isolation/judge-statements.ts',
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // What is waited for comes by itself; on a slow machine it may take more than the second that is usual.
  expect: { poll: { timeout: 10_000 } },
}

// Tests that touch the store run once on each engine that is here; the pure ones once.
export default defineConfig({
  test: {
    globalSetup: './tests/engines/report.ts',
    // Most tests wait for a database or a process half of the time.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      { test: { name: 'pure', include: ['tests/pure/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          ...onEngine,
          name: 'pglite',
          include: [...onEngine.include, 'tests/browser/**/*.test.ts'],
          globalSetup: './tests/engines/pglite.ts',
        },
      },
      ...(postgres ? [{ test: { ...onEngine, name: 'postgres', globalSetup: './tests/engines/postgres.ts' } }] : []),
    ],
  },
})

import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { findPostgres } from './find-postgres.ts'
import { keepFilesInMemory } from './run-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of all that tests generate or leave to chance. */
    seed: number
    /** Whether rounds and generated inputs are as many as there is time for. */
    deep: boolean
  }
}

/** Crash rounds, power cuts, what calls cost at size, and the import of a large file. */
export const DEEP_ONLY = [
  'tests/crash/{killed,lost,together}-*.test.ts',
  'tests/cost/**/*.test.ts',
  'tests/{cli/online-retail,store/online-retail-orders}.test.ts',
]

export type Suite = {
  /** Files that run once on each engine that is here. */
  include: string[]
  exclude: string[]
  /** Files for which it makes no difference on which engine they run. */
  pgliteOnly: string[]
  /** Files that run once, without a database. */
  pure: string[]
  seed: number
  deep: boolean
}

/** The configuration of a run. TEST_SEED brings the generated inputs of an earlier run back. */
export function suite({ include, exclude, pure, pgliteOnly, seed, deep }: Suite) {
  const postgres = findPostgres()
  if (!postgres && process.env['REQUIRE_POSTGRES']) {
    throw new Error(
      'REQUIRE_POSTGRES is set, and there is no Postgres: set TEST_DATABASE_URL, or install its programs.',
    )
  }
  keepFilesInMemory()
  const project = {
    // The files of a worker share its modules, and with them a service and its database: see `useService`.
    isolate: false,
    exclude,
    setupFiles: ['./tests/engines/seed.ts'],
    provide: { seed: Number(process.env['TEST_SEED'] ?? seed), deep },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes by itself; on a slow machine it may take more than the second that is usual.
    expect: { poll: { timeout: 10_000 } },
  }
  const onEngine = { ...project, setupFiles: [...project.setupFiles, './tests/isolation/judge-statements.ts'] }
  const onPglite = { ...onEngine, name: 'pglite', include: [...include, ...pgliteOnly] }
  return defineConfig({
    test: {
      globalSetup: './tests/engines/report.ts',
      reporters: ['default', './tests/engines/slowest-files.ts'],
      provide: project.provide,
      // Most tests wait for a database or a process half of the time.
      maxWorkers: Math.max(2, availableParallelism()),
      projects: [
        { test: { ...project, name: 'pure', include: pure } },
        { test: { ...onPglite, globalSetup: './tests/engines/pglite.ts' } },
        ...(postgres
          ? [{ test: { ...onEngine, name: 'postgres', include, globalSetup: './tests/engines/postgres.ts' } }]
          : []),
      ],
    },
  })
}

/** The test files in a folder that import a package. */
export function importing(name: string, folder: string): string[] {
  return globSync(`${folder}/**/*.test.ts`).filter((file) => readFileSync(file, 'utf8').includes(`from '${name}'`))
}

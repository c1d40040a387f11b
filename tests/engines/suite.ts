import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { TAKEN_OUT } from '../accounts/taken-out.ts'
import { RIGHT_PRICES } from '../model/wrong-prices.ts'
import { findCitus, findPostgres } from './find-postgres.ts'
import { keepFilesInMemory } from './run-folder.ts'
import { takeOut } from './take-out.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of all that tests generate or leave to chance. */
    seed: number
    /** Whether rounds and generated inputs are as many as there is time for. */
    deep: boolean
  }
}

/** The folders of tests that are named as those of the service are; `*.pure.test.ts` there need no database. */
export const ROOMS = 'protocol,workspaces,catalogue,pricing,customers,orders,portal,people,files,jobs,database,ops'

/** What needs no database. */
export const PURE = ['tests/**/*.pure.test.ts', 'tests/{deploy,packages}/**/*.test.ts']

/**
 * Crashes, power cuts, databases and disks that fail, large files, backups, commands that do something else on each
 * engine, writes that are held open, what jobs, plans and sessions of the database
 * cost, and what is left of somebody who is erased.
 */
export const DEEP_ONLY = [
  'tests/crash/!(failover).test.ts',
  'tests/files/console-import-turns.test.ts',
  'tests/ops/{backup,customers,doctor,file-modes,import,orders,price-changes,products,serve,workers}.cli.test.ts',
  'tests/*/{console-pictures,disk-full,erp-year,held-open,held-open-by-key,online-retail}.test.ts',
  'tests/*/{backup,backup-generated,feed-after-backup,history,online-retail-orders,orders-in-slices,reads-in-slices,restored-access}.test.ts',
  'tests/people/erased-person.test.ts',
  'tests/*/{checkpoint-embedded,idle-jobs,prepared-statements,session-settings,terms-at-limits,vacuum-embedded,work-of-a-sync}.test.ts',
]

/** How long others wait beside the dearest calls. */
export const DEEP_ALONE = 'tests/cost/dearest-calls.test.ts'

/** Accounts without what protects them. */
export const DEEP_ACCOUNTS = 'tests/accounts/taken-out.test.ts'

/** Wrong prices that the model of a wholesaler has to find. */
export const DEEP_MODEL = 'tests/model/wrong-prices.test.ts'

/**
 * Files and pictures that take much to read or to fetch, what linters say of the OpenAPI document, a machine's Node of
 * each kind, the packages as they are installed, a whole release, and what the container runs.
 */
export const DEEP_PURE = [
  'tests/*/{fetch-image,image-decoder,openapi-linters,own-node,read-file-bombs}.pure.test.ts',
  'tests/packages/{installed,release}.test.ts',
  'tests/deploy/container.test.ts',
]

/**
 * What takes long, alike on either engine: commands of which each test starts many processes, images from their upload to
 * their removal, all writes beside all reads, all mails to somebody whose e-mail changes, all kinds of undo, texts that come
 * in by every door, clients that are slow or send much, and the letters of each font.
 */
export const DEEP_ONCE = [
  'tests/ops/{doctor-deployment,images,logged-secrets,people,refused-input,tls}.cli.test.ts',
  'tests/*/{conditional-writes,held-members,image-quota,large-calls,mails-follow-people}.test.ts',
  'tests/*/{pdf-letters,slow-clients,texts-at-every-door}.test.ts',
  'tests/workspaces/{undo-spares-newer,workspace-limits}.test.ts',
  'tests/*/{backed-up-images,changed-images,console-images,copied-images,image-attempts,unused-images}.test.ts',
]

/**
 * What generates its inputs, but for restores, which are among DEEP_ONLY: on the embedded database in `npm test`, with
 * more inputs on Postgres in the deep run.
 */
export const GENERATED = [
  ...importing('fast-check', `tests/{fuzz,${ROOMS}}`).filter((file) => !/backup|\.pure\./.test(file)),
  'tests/portal/portal-at-once.test.ts',
]

/** What is seen of the pages besides their budgets and the main story of each application. */
export const DEEP_BROWSER = globSync('tests/pages/*.test.ts').filter(
  (file) => !/(budgets|stories)\.test\.ts$/.test(file),
)

/** What another rule runs. */
const ELSEWHERE = new Set([...GENERATED, ...globSync([...DEEP_ONLY, ...DEEP_ONCE])])

/** Files about prices, products, orders and searches: their statements differ most between the engines. */
const ON_BOTH = /\/(price|product|order|put|search)[^/]*$/

/**
 * Of these, what is decided before any statement, or after: inputs, bodies, moves, lists on paper; and a search among
 * thousands of products.
 */
const ALIKE =
  /\/(order-(desk|move-input|moves|multiples|of-checks|totals)|price-(change-moves|lists-of-days)|product-fields|put-(body|input-rules|limits)|search-among-many)\./

/** What `npm test` runs on Postgres, and the deep run on the embedded database. */
export const ONE_ENGINE = globSync(`tests/{${ROOMS}}/!(*.pure).test.ts`).filter(
  (file) => (!ON_BOTH.test(file) || ALIKE.test(file)) && !ELSEWHERE.has(file),
)

export type Suite = {
  /** Files that run once on each engine that is here. */
  both: string[]
  /** Files that run once: on Postgres, or where there is none on the embedded database. */
  postgresFirst: string[]
  /** Files that run once, on the embedded database. */
  pgliteOnly: string[]
  /** Files that measure how long others wait: they run on each engine, one at a time, after all others. */
  alone: string[]
  exclude: string[]
  /** Files that run once, without a database. */
  pure: string[]
  seed: number
  deep: boolean
  /** How many files run at a time. */
  workers: number
}

/** What all projects of a run have in common. TEST_SEED brings the generated inputs of an earlier run back. */
function common({ seed, deep }: Pick<Suite, 'seed' | 'deep'>) {
  keepFilesInMemory()
  // For the processes that tests start, from their first file on: the service turns it on only once it runs.
  process.env['NODE_COMPILE_CACHE'] = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))
  return {
    // The files of a worker share its modules, and with them a service and its database: see `useService`.
    isolate: false,
    setupFiles: ['./tests/engines/seed.ts'],
    provide: { seed: Number(process.env['TEST_SEED'] ?? seed), deep },
    testTimeout: deep ? 300_000 : 60_000,
    hookTimeout: 120_000,
    // What is waited for comes by itself, mostly soon; on a slow machine it may take more than the second that is
    // usual.
    expect: { poll: { timeout: 10_000, interval: 10 } },
  }
}

/** The configuration of a run. */
export function suite({ both, postgresFirst, pgliteOnly, alone, exclude, pure, seed, deep, workers }: Suite) {
  const postgres = findPostgres()
  if (!postgres && process.env['REQUIRE_POSTGRES']) {
    throw new Error(
      'REQUIRE_POSTGRES is set, and there is no Postgres: set TEST_DATABASE_URL, or install its programs.',
    )
  }
  const project = common({ seed, deep })
  const onEngine = { ...project, setupFiles: [...project.setupFiles, './tests/isolation/judge-statements.ts'] }
  const onPglite = {
    ...onEngine,
    name: 'pglite',
    include: [...both, ...pgliteOnly, ...(postgres ? [] : postgresFirst)],
    exclude: postgres ? [...exclude, ...postgresFirst] : exclude,
    globalSetup: './tests/engines/pglite.ts',
  }
  const onPostgres = {
    ...onEngine,
    name: 'postgres',
    include: [...both, ...postgresFirst],
    exclude: [...exclude, ...pgliteOnly],
    globalSetup: './tests/engines/postgres.ts',
  }
  const runAlone = (engine: typeof onPglite | typeof onPostgres) => ({
    test: { ...engine, name: `${engine.name} alone`, include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } },
  })
  return defineConfig({
    test: {
      reporters: ['default', './tests/engines/report.ts'],
      provide: project.provide,
      maxWorkers: workers,
      projects: [
        { test: { ...project, name: 'pure', include: pure, exclude } },
        { plugins: [takeOut({ ...TAKEN_OUT, ...RIGHT_PRICES })], test: onPglite },
        ...(postgres ? [{ plugins: [takeOut({ ...TAKEN_OUT, ...RIGHT_PRICES })], test: onPostgres }] : []),
        ...(alone.length > 0 ? [onPglite, ...(postgres ? [onPostgres] : [])].map(runAlone) : []),
      ],
    },
  })
}

/** The configuration of a run on a Citus cluster, which is skipped where no Citus is installed. */
export function clusterSuite({
  include,
  exclude,
  seed,
  workers,
}: Pick<Suite, 'exclude' | 'seed' | 'workers'> & { include: string[] }) {
  const citus = findCitus()
  if (!citus) console.log('Skipped: no Citus is installed for the Postgres that is here.')
  const project = common({ seed, deep: false })
  const setupFiles = [...project.setupFiles, './tests/isolation/judge-statements.ts']
  const globalSetup = citus ? './tests/engines/cluster.ts' : []
  return defineConfig({
    test: {
      reporters: ['default', './tests/engines/report.ts'],
      provide: project.provide,
      maxWorkers: workers,
      passWithNoTests: true,
      projects: [
        { test: { ...project, name: 'cluster', setupFiles, globalSetup, include: citus ? include : [], exclude } },
      ],
    },
  })
}

/** The test files in a folder that import a package. */
export function importing(name: string, folder: string): string[] {
  return globSync(`${folder}/**/*.test.ts`).filter((file) => readFileSync(file, 'utf8').includes(`from '${name}'`))
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DatabaseConfig } from '../server/src/config.ts'
import { environment, startServer } from '../tests/given/run-cli.ts'
import { findPostgres } from '../tests/engines/find-postgres.ts'
import { startServer as startPostgres } from '../tests/engines/postgres.ts'
import { familyCpuSeconds, largestChild } from './process-usage.ts'

/** Beside these, Postgres runs as it comes: fsync, full_page_writes and synchronous_commit are on. */
export const POSTGRES_SETTINGS = ['shared_buffers=1GB', 'max_wal_size=4GB', 'checkpoint_timeout=15min']

export type BenchDatabase = {
  config: DatabaseConfig
  log: string | undefined
  /** CPU time of all processes of the database so far; undefined where it runs within the server's. */
  cpuSeconds: () => number | undefined
  /** Most private memory of a process of the database, in MB; undefined as above. */
  largestProcess: () => number | undefined
  remove: () => void
}

/** An empty database for a bench: a folder, or its own Postgres. */
export async function benchDatabase(engine: DatabaseConfig['engine'], settings: string[] = []): Promise<BenchDatabase> {
  if (engine === 'embedded') {
    const dataDir = mkdtempSync(join(tmpdir(), 'trade-catalogue-bench-'))
    return {
      config: { engine, dataDir },
      log: undefined,
      cpuSeconds: () => undefined,
      largestProcess: () => undefined,
      remove: () => rmSync(dataDir, { recursive: true }),
    }
  }
  const found = findPostgres()
  if (!found || !('programs' in found)) throw new Error('A bench on Postgres needs its server programs.')
  const server = await startPostgres(found.programs, [...POSTGRES_SETTINGS, ...settings])
  const postmaster = Number(readFileSync(join(dirname(server.log), 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    config: { engine, url: server.url },
    log: server.log,
    cpuSeconds: () => familyCpuSeconds(postmaster),
    largestProcess: () => largestChild(postmaster),
    remove: server.stop,
  }
}

export type Answer = { status: number; headers: Headers; text: string; body: any }

export type BenchServer = {
  port: number
  pid: number
  stop: () => Promise<unknown>
  /** What it has printed so far. */
  printed: () => string
  /** One request to the API, whatever it answers. `path` begins behind the version. */
  request: (
    path: string,
    options: { key: string; method?: string; headers?: Record<string, string>; body?: string },
  ) => Promise<Answer>
}

/**
 * The service as its own process on that database, with a rate limit that it never comes to; as `serve` with `args` and
 * `more` variables.
 */
export async function benchServer(
  { config }: Pick<BenchDatabase, 'config'>,
  args: string[] = [],
  more: Record<string, string> = {},
  cli?: string,
): Promise<BenchServer> {
  // Nothing is loaded into it that tests load.
  const env = { RATE_LIMIT_PER_MINUTE: '1000000000', NODE_OPTIONS: '' }
  const server = await startServer({ ...environment(config), ...env, ...more }, args, cli)
  return {
    port: Number(new URL(server.url).port),
    pid: server.pid,
    stop: () => server.stop(),
    printed: server.printed,
    request: async (path, { key, headers, ...init }) => {
      const response = await fetch(`${server.url}/api/v1${path}`, {
        ...init,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
    },
  }
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseConfig } from '../server/src/config.ts'
import { environment, runJson, startServer } from '../tests/cli/run-cli.ts'
import { findPostgres } from '../tests/engines/find-postgres.ts'
import { startServer as startPostgres } from '../tests/engines/postgres.ts'

export type BenchDatabase = { config: DatabaseConfig; log: string | undefined; remove: () => void }

/** An empty database for a bench: a folder, or a Postgres of its own with fsync on and the given settings. */
export async function benchDatabase(engine: 'embedded' | 'postgres', settings: string[] = []): Promise<BenchDatabase> {
  if (engine === 'embedded') {
    const dataDir = mkdtempSync(join(tmpdir(), 'trade-catalogue-bench-'))
    return {
      config: { engine, dataDir },
      log: undefined,
      remove: () => rmSync(dataDir, { recursive: true }),
    }
  }
  const found = findPostgres()
  if (!found || !('programs' in found)) throw new Error('A bench on Postgres needs its server programs.')
  const server = await startPostgres(found.programs, ['shared_buffers=1GB', 'max_wal_size=4GB', ...settings])
  return { config: { engine, url: server.url }, log: server.log, remove: server.stop }
}

/** The service as a process of its own on that database, without a rate limit, with a workspace and a key. */
export async function benchServer(database: BenchDatabase) {
  const env = { ...environment(database.config), RATE_LIMIT_PER_MINUTE: '1000000000' }
  const server = await startServer(env)
  const { id } = await runJson(['workspace', 'create', '--name', 'Bench', '--currency', 'GBP'], env)
  const { key } = await runJson(['key', 'create', '--workspace', id, '--name', 'Bench', '--scope', 'write'], env)
  const headers = { authorization: `Bearer ${key}` }
  return {
    workspaceId: id as string,
    stop: server.stop,
    /** Resident memory of the server process, in MB. */
    memory: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1024),
    get: (path: string) => answered(fetch(`${server.url}/api/v1${path}`, { headers })),
    put: (path: string, body: unknown) =>
      answered(fetch(`${server.url}/api/v1${path}`, { method: 'PUT', headers, body: JSON.stringify(body) })),
  }
}

async function answered(request: Promise<Response>): Promise<any> {
  const response = await request
  const body = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(body))
  return body
}

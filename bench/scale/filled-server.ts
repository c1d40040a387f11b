import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import postgres from 'postgres'
import { findPrograms } from '../../tests/engines/find-postgres.ts'
import { childrenOf, familyCpuSeconds, largestChild } from '../process-usage.ts'
import { benchDatabase } from '../server-under-load.ts'
import type { BenchDatabase } from '../server-under-load.ts'

/** A server whose files the bench sees, so that it can empty its caches. */
export type FilledServer = BenchDatabase & {
  url: string
  /** Starts Postgres anew, and drops its files from the cache of the system. */
  emptyCaches: () => void
  /** Memory of all processes of Postgres that is not shared, in MB. */
  privateMemory: () => number
  connections: () => Promise<number>
}

/** A new server, or the one at that URL, on this machine, which an earlier run has filled. */
export async function filledServer(at?: string): Promise<FilledServer> {
  const database = at === undefined ? await benchDatabase('postgres', ['max_wal_size=3GB']) : await given(at)
  if (database.config.engine !== 'postgres') throw new Error('This bench is about Postgres.')
  const { url } = database.config
  const folder = join(dirname(database.log!), 'data')
  return {
    ...database,
    url,
    cpuSeconds: () => familyCpuSeconds(postmaster(folder)),
    largestProcess: () => largestChild(postmaster(folder)),
    emptyCaches: () => emptyCaches(folder, database.log!),
    privateMemory: () => childrenOf(postmaster(folder)).reduce((sum, pid) => sum + privateMemory(pid), 0),
    connections: () =>
      ask<number>(
        url,
        `select count(*)::int from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      ),
  }
}

async function given(url: string): Promise<BenchDatabase> {
  const folder = await ask<string>(url, `select current_setting('data_directory')`)
  return {
    config: { engine: 'postgres', url },
    log: join(dirname(folder), 'log'),
    cpuSeconds: () => undefined,
    largestProcess: () => undefined,
    remove: () => {},
  }
}

function emptyCaches(folder: string, log: string): void {
  const { uid, gid } = statSync(folder)
  const program = join(findPrograms()!, 'pg_ctl')
  execFileSync(program, ['-D', folder, '-l', log, '-m', 'fast', '-w', '-t', '600', 'restart'], {
    uid,
    gid,
    cwd: folder,
    stdio: 'ignore',
  })
  // Reads nothing: with this flag, dd tells the system to forget the file.
  for (const file of globSync(join(folder, 'base/*/*'))) {
    execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none'])
  }
}

function postmaster(folder: string): number {
  return Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10)
}

function privateMemory(pid: number): number {
  return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

/** The one value of a query; undefined where it has none. */
export async function ask<T>(url: string, query: string): Promise<T> {
  const client = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const [row] = await client.unsafe(query)
    return Object.values(row ?? {})[0] as T
  } finally {
    await client.end()
  }
}

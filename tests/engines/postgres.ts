import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { buildWebWhenStale } from '../../scripts/build-web-when-stale.mjs'
import { openStore } from '../../server/src/database/open.ts'
import { allProcesses } from '../crash/process-table.ts'
import { workspaceColumns } from '../isolation/workspace-columns.ts'
import { findPostgres } from './find-postgres.ts'

/**
 * Builds the pages, and makes one migrated database on a running server, or on one started for the tests; what needs
 * its own copies it.
 */
export default async function setup(project: TestProject) {
  buildWebWhenStale()
  const found = findPostgres()!
  const server =
    'url' in found
      ? { url: found.url, stop: () => {} }
      : await startServer(found.programs, ['fsync=off', 'max_wal_size=256MB', 'autovacuum_naptime=1h'])
  const admin = postgres(server.url, { max: 1, onnotice: () => {} })
  const prefix = `test_${process.pid}_`
  const template = `${prefix}template`
  await admin.unsafe(`create database ${template}`)
  const store = await openStore({ engine: 'postgres', url: databaseUrl(server.url, template) })
  project.provide('workspaceColumns', await workspaceColumns(store.db))
  await store.close()
  project.provide('engine', {
    name: 'postgres',
    servers: [server.url],
    prefix,
    template,
    bare: 'template1',
  })
  return async () => {
    const databases = await admin`select datname as name from pg_database where starts_with(datname, ${prefix})`
    for (const { name } of databases) await admin.unsafe(`drop database "${name}" with (force)`)
    await admin.end()
    server.stop()
  }
}

export function databaseUrl(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

export type StartedServer = {
  url: string
  log: string
  /** Of its first process, while it runs. */
  pid: () => number
  /** Starts it again, where it was killed or halted. */
  start: (moreSettings?: string[]) => void
  /** Starts it where that is possible yet: what was killed ends only when it notices, and keeps its memory until then. */
  canStart: (moreSettings?: string[]) => boolean
  /** Ends it as a crash would, and keeps its data. */
  halt: () => void
  /** Kills all of its processes, and keeps its data. */
  kill: () => void
  /** Ends it for good. */
  stop: () => void
}

/**
 * Runs its own server in a temporary folder, on the loopback address; as `postgres` when the tests are root. With the URL
 * of another one, it is a standby of that.
 */
export async function startServer(
  programs: string,
  settings: string[],
  { standbyOf, port }: { standbyOf?: string; port?: number } = {},
): Promise<StartedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  const owner = userInfo().uid === 0 ? idsOf('postgres') : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  chmodSync(folder, 0o700)
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { ...owner, stdio: 'pipe', cwd: folder })

  port ??= await freePort()
  const data = join(folder, 'data')
  if (standbyOf) run('pg_basebackup', '-D', data, '-d', standbyOf, '-R', '-c', 'fast', '--no-sync')
  else run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync')
  const log = join(folder, 'log')
  let isRunning = false
  const start = (moreSettings: string[] = []) => {
    const all = ['max_connections=200', ...settings, ...moreSettings]
    const options = all.map((setting) => ` -c ${setting}`).join('')
    run('pg_ctl', '-D', data, '-l', log, '-w', '-o', `-h 127.0.0.1 -p ${port} -k ${folder}${options}`, 'start')
    isRunning = true
  }
  const halt = () => {
    run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop')
    isRunning = false
  }
  const pid = () => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    log,
    pid,
    start,
    canStart: (moreSettings) => {
      try {
        start(moreSettings)
        return true
      } catch {
        return false
      }
    },
    halt,
    kill: () => {
      if (isRunning) allProcesses(pid()).forEach(killIfThere)
      isRunning = false
    },
    stop: () => {
      if (isRunning) halt()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A connection's process may have ended since it was listed. */
function killIfThere(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function idsOf(user: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

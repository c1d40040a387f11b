import { readdirSync, readFileSync } from 'node:fs'
import { cpuSeconds } from '../../bench/process-usage.ts'
import type { DatabaseConfig } from '../../server/src/config.ts'

/** Milliseconds of the processors that these processes have taken so far. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + 1_000 * (cpuSeconds(pid) ?? 0), 0)
}

/**
 * The processes of a service: its own, and those of its database. None where the system or another machine keeps them.
 */
export function processesOf(server: { pid: number }, database: DatabaseConfig): number[] {
  if (process.platform !== 'linux') return []
  if (database.engine === 'embedded') return [server.pid]
  const name = ` ${new URL(database.url).pathname.slice(1)} `
  const backends = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && titleOf(entry).includes(name))
  return backends.length === 0 ? [] : [server.pid, ...backends.map(Number)]
}

/** Postgres tells the database of a process in its title. */
function titleOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

import { availableParallelism, cpus, totalmem } from 'node:os'
import { POSTGRES_SETTINGS } from './server-under-load.ts'
import type { Bench } from './workload.ts'

/** What the figures were measured on. */
export function machine({ database }: Bench) {
  return {
    cpu: cpus()[0]?.model,
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    settings: database.config.engine === 'postgres' ? POSTGRES_SETTINGS : [],
  }
}

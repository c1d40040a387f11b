import type { Bench } from '../workload.ts'

/** A way in which one workspace may harm others, by what its key and its operator may do. */
export type Attack = {
  name: string
  /** Goes on until it is ended, and says how it fared. What it needs has been made by `prepare`. */
  run: (bench: Bench, signal: AbortSignal) => Promise<string>
  prepare?: (bench: Bench) => Promise<unknown>
}

export function described(statuses: Map<number, number>): string {
  const counted = [...statuses].map(([status, count]) => `${count} × ${status}`)
  return `the attacker was answered ${counted.join(', ') || 'nothing'}`
}

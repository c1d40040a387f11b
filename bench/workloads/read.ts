import { sequence } from '../catalogue.ts'
import { apiRequest } from '../load.ts'
import { settledLoad } from '../measure.ts'
import type { Bench, Target, Workload } from '../workload.ts'

/** A whole number below `end`, another one each time, the same ones in every run. */
export type Draw = (end: number) => number

export function drawing(seed: number): Draw {
  const random = sequence(seed)
  return (end) => Math.floor(random() * end)
}

export type ReadSpec = {
  name: string
  targets: Target[]
  check: (bench: Bench) => Promise<void>
  /** The path of the next request, behind the version; distinct ones, unless repeats are what is measured. */
  path: (bench: Bench, draw: Draw) => string
  headers?: (bench: Bench) => Promise<Record<string, string>>
  status?: number
}

/** A workload of reads of one kind in the main workspace. */
export function readWorkload(spec: ReadSpec): Workload {
  const { name, targets, status = 200 } = spec
  return {
    name,
    targets,
    run: async (bench) => {
      await spec.check(bench)
      const key = bench.filled.keys[0]!
      const headers = await spec.headers?.(bench)
      const draw = drawing(1)
      const next = () => ({ bytes: apiRequest(key, spec.path(bench, draw), headers && { headers }), status })
      return (await settledLoad(bench, next)).figures
    },
  }
}

let requests = 0

/** A parameter that the service does not know: no two paths are the same, whatever they ask for. */
export function unique(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}request=${++requests}`
}

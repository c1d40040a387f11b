import type { Statement } from '../bare-database.ts'
import { sequence } from '../catalogue.ts'
import { httpRate, serverRate, sqlRate } from '../limits.ts'
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
  /** The path of the cheap case: `growth` is how many times as much the other costs. */
  plain?: (bench: Bench, draw: Draw) => string
  /** The leanest statement that reads the same rows as such a request. */
  sql?: (bench: Bench, draw: Draw) => Statement
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
      const path = () => spec.path(bench, draw)
      const loaded = async (path: () => string) =>
        (await settledLoad(bench, () => ({ bytes: apiRequest(key, path(), headers && { headers }), status }))).figures
      const { plain } = spec
      // Before and after the other: the speed of a machine drifts.
      const cheap = async () => plain && (await loaded(() => plain(bench, draw))).perSecond!
      const before = await cheap()
      const loadedFigures = await loaded(path)
      const after = await cheap()
      const figures =
        before && after ? { ...loadedFigures, growth: (before + after) / 2 / loadedFigures.perSecond! } : loadedFigures
      // The limits only say how good the rate is.
      if (bench.options.quick) return figures
      const { text: body } = await bench.server.request(path(), { key, ...(headers && { headers }) })
      const share = (limit: number | undefined) => limit && figures.perSecond! / limit
      const ofHttp = share(await httpRate(bench, { status, body }))
      const { sql } = spec
      if (!sql) return { ...figures, ofHttp }
      const statement = () => sql(bench, draw)
      const ofBoth = share(await serverRate(bench, { status, body }, statement))
      return { ...figures, ofHttp, ofSql: share(await sqlRate(bench, statement)), ofBoth }
    },
  }
}

let requests = 0

/** A parameter that the service does not know: no two paths are the same, whatever they ask for. */
export function unique(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}request=${++requests}`
}

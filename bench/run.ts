/** `npm run bench`: see README.md. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { openStore } from '../server/src/database/open.ts'
import { fill } from './fill.ts'
import { judge } from './judge.ts'
import { machine } from './machine.ts'
import { isChosen, readOptions } from './options.ts'
import { heading, line } from './report.ts'
import { benchDatabase, benchServer } from './server-under-load.ts'
import type { BenchDatabase } from './server-under-load.ts'
import { SIZES } from './workload.ts'
import type { Bench, Figures, Options, Result, Workload } from './workload.ts'
import { WORKLOADS } from './workloads/index.ts'

const RESULTS = new URL('results/', import.meta.url)
const NAMES = WORKLOADS.map(({ name }) => name)
const OTHER_WORKSPACES = { full: 200, quick: 20 }

const options = optionsOrExit()
await using cleanup = new AsyncDisposableStack()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanup.disposeAsync().finally(() => process.exit(1)))
}
const chosen = WORKLOADS.filter(({ name }) => isChosen(name, options, NAMES))
const bench = await prepare(options, cleanup)

console.log(heading())
const results: Result[] = []
for (const workload of chosen) {
  const result = await runOne(workload, bench)
  results.push(result)
  console.log(line(result))
}
save(options, { date: new Date().toISOString(), options, machine: machine(bench), results })
if (results.some(({ figures, wrong }) => wrong !== undefined || (figures.errors ?? 0) > 0)) process.exitCode = 1

function optionsOrExit(): Options {
  try {
    return readOptions(process.argv.slice(2), NAMES)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

/** A full database with the service on it, all of which ends with `cleanup`. */
async function prepare(options: Options, cleanup: AsyncDisposableStack): Promise<Bench> {
  const database = await benchDatabase(options.engine)
  cleanup.defer(database.remove)
  const filled = await fillTimed(database, options)
  const bench: Bench = {
    options,
    database,
    filled,
    server: await benchServer(database),
    restart: async () => {
      await bench.server.stop()
      const started = performance.now()
      bench.server = await benchServer(database)
      const { status, text } = await bench.server.request('/products?limit=1', { key: filled.keys[0]! })
      if (status !== 200) throw new Error(`The first answer: ${text}`)
      return (performance.now() - started) / 1000
    },
  }
  cleanup.defer(async () => void (await bench.server.stop()))
  return bench
}

async function fillTimed(database: BenchDatabase, { size, quick, engine }: Options) {
  const started = performance.now()
  const store = await openStore(database.config)
  try {
    const unused = chosen.every(({ onItsOwn }) => onItsOwn)
    const others = quick || unused ? OTHER_WORKSPACES.quick : OTHER_WORKSPACES.full
    const products = unused ? SIZES['10k'] : SIZES[size]
    const filled = await fill(store, { products, others })
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    console.log(`${products} products and ${others} other workspaces on ${engine}, filled in ${seconds} s\n`)
    return filled
  } finally {
    await store.close()
  }
}

async function runOne({ name, targets, run }: Workload, bench: Bench): Promise<Result> {
  const notes: string[] = []
  let figures: Figures = {}
  try {
    figures = await run(bench, (text) => notes.push(text))
    return { workload: name, figures, targets: judge(targets, figures, bench.options), notes }
  } catch (error) {
    const { message } = error as Error
    return { workload: name, figures, targets: judge(targets, figures, bench.options), notes, wrong: message }
  }
}

/** A run of some workloads is kept apart from those of all. */
function save({ engine, size, quick, only }: Options, run: object): void {
  mkdirSync(RESULTS, { recursive: true })
  const name = [engine, size, ...(quick ? ['quick'] : []), ...(only.length > 0 ? ['some'] : [])].join('-')
  writeFileSync(new URL(`${name}.json`, RESULTS), `${JSON.stringify(run, null, 2)}\n`)
}

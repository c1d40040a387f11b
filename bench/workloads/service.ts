import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import assert from 'node:assert/strict'
import { httpRequest } from '../load.ts'
import { measuredLoad } from '../measure.ts'
import { benchServer } from '../server-under-load.ts'
import { COMMON_WORDS } from '../words.ts'
import { accountCode } from '../terms.ts'
import type { Bench, Size, Workload } from '../workload.ts'
import { drawing, unique } from './read.ts'

const EVERY_SIZE: Size[] = ['10k', '100k', '1m']

/** What the server process holds after reads of all kinds; all that came before, where all workloads are run. */
const memory: Workload = {
  name: 'memory',
  targets: [{ figure: 'memory', atMost: 250, at: EVERY_SIZE }],
  run: async (bench) => {
    const headers = { authorization: `Bearer ${bench.filled.keys[0]}` }
    const draw = drawing(7)
    const paths = [
      () => `/products?offset=${draw(bench.filled.products)}`,
      () => `/products?offset=${draw(5_000)}&customer=${accountCode(draw(1_000))}`,
      () => `/products?q=${COMMON_WORDS[draw(COMMON_WORDS.length)]}`,
      () => `/products/${bench.filled.sample[draw(bench.filled.sample.length)]!.id}`,
      () => '/brands',
    ]
    const { load, figures } = await measuredLoad(bench, () => {
      const path = unique(paths[draw(paths.length)]!())
      return { bytes: httpRequest(`/api/v1${path}`, { headers }), status: 200 }
    })
    if (load.firstError) throw new Error(load.firstError)
    return figures
  },
}

/** From the start of the process to the first answer, on the database that is there. */
const start: Workload = {
  name: 'start',
  targets: [
    { figure: 'seconds', atMost: 0.6, at: EVERY_SIZE, engine: 'postgres' },
    { figure: 'seconds', atMost: 1.2, at: EVERY_SIZE, engine: 'embedded' },
  ],
  run: async (bench) => ({ seconds: await median(bench, () => bench.restart()) }),
}

/** The same where nothing is there yet: the whole schema is made first. */
const startNew: Workload = {
  name: 'start-new',
  targets: [{ figure: 'seconds', atMost: 5, at: EVERY_SIZE, engine: 'embedded' }],
  run: async (bench) => {
    let databases = 0
    return {
      seconds: await median(bench, async () => {
        await using place = await newPlace(bench, `new_${++databases}`)
        const started = performance.now()
        const server = await benchServer(place)
        const { status } = await server.request('/openapi.json', { key: '' })
        const seconds = (performance.now() - started) / 1000
        await server.stop()
        assert.equal(status, 200)
        return seconds
      }),
    }
  },
}

export const SERVICE = { memory, starts: [start, startNew] }

async function newPlace({ database, bare }: Bench, name: string) {
  if (database.config.engine === 'embedded') {
    const dataDir = mkdtempSync(join(tmpdir(), 'trade-catalogue-bench-new-'))
    return {
      config: { engine: 'embedded', dataDir } as const,
      [Symbol.asyncDispose]: async () => rmSync(dataDir, { recursive: true }),
    }
  }
  await bare.rows({ text: `create database ${name}`, values: [] })
  const url = new URL(database.config.url)
  url.pathname = `/${name}`
  return {
    config: { engine: 'postgres', url: url.href } as const,
    [Symbol.asyncDispose]: async () => void (await bare.rows({ text: `drop database ${name}`, values: [] })),
  }
}

async function median({ options }: Bench, measure: () => Promise<number>): Promise<number> {
  if (options.quick) return measure()
  const taken = [await measure(), await measure(), await measure()]
  return taken.toSorted((a, b) => a - b)[1]!
}

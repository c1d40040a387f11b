import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { openStore } from '../../server/src/database/open.ts'
import { givenWorkspace } from '../../tests/given/workspace.ts'
import { environment } from '../../tests/given/run-cli.ts'
import { WITH_IMAGE_HOST, startImageHost } from '../../tests/given/image-host.ts'
import type { ImageHost } from '../../tests/given/image-host.ts'
import { product, products } from '../catalogue.ts'
import { load, readRequest } from '../load.ts'
import type { Load } from '../load.ts'
import { childrenOf, familyCpuSeconds, residentMemory } from '../process-usage.ts'
import { benchDatabase, benchServer } from '../server-under-load.ts'
import type { BenchDatabase, BenchServer } from '../server-under-load.ts'
import { SIZES } from '../workload.ts'
import type { Workload } from '../workload.ts'

const BATCH = 100
const QUICK_ROWS = 200
const READERS = 4
/** Different pictures, in pixels, as suppliers have them. */
const PICTURES = [600, 1000, 1600, 2400].map((width) => ({ width, height: Math.round(width * 0.75) }))
const SAMPLE_EVERY_MS = 250

/**
 * A sync sends an image with each product, and the service copies them while it is read. `perSecond` is images copied
 * without reads, and `processors` what the service, its decoder and the database use for that; `memory` is what copying
 * adds to the memory of the service; `growth` is the p99 of reads meanwhile beside that before.
 */
export const images: Workload = {
  name: 'images',
  onItsOwn: true,
  targets: [
    { figure: 'errors', atMost: 0, at: ['10k', '100k', '1m'] },
    { figure: 'processors', atMost: 0.5, at: ['10k', '100k', '1m'] },
    { figure: 'growth', atMost: 2, at: ['10k', '100k', '1m'] },
    { figure: 'memory', atMost: 200, at: ['10k', '100k', '1m'] },
  ],
  run: async ({ options }, note) => {
    await using cleanup = new AsyncDisposableStack()
    const folder = mkdtempSync(join(tmpdir(), 'trade-catalogue-images-'))
    cleanup.defer(() => rmSync(folder, { recursive: true }))
    const host = await startImageHost()
    cleanup.defer(host.close)
    const database = await benchDatabase(options.engine)
    cleanup.defer(() => database.remove())
    const settings = { IMAGES_DIR: join(folder, 'images'), TEST_IMAGE_HOST: JSON.stringify(host.testHost) }
    const server = await benchServer(database, [], settings, WITH_IMAGE_HOST)
    cleanup.defer(async () => void (await server.stop()))
    const { key } = await givenWorkspace(environment(database.config))
    const rows = options.quick ? QUICK_ROWS : SIZES[options.size]

    await sync(server, key, rows)
    await read(server, key, rows, options.seconds)
    const alone = await read(server, key, rows, options.seconds)
    const base = residentMemory(server.pid) ?? 0
    await servePictures(host, rows)
    await sync(server, key, rows, (i) => `https://${host.testHost.host}/${i}.jpg`)
    await vacuum(database)
    const copying = await watch(server, database, host, options.seconds)
    const queued = rows - host.requests.length
    const meanwhile = await read(server, key, rows, options.seconds)

    note(`p99 of reads: ${alone.p99.toFixed(1)} ms before, ${meanwhile.p99.toFixed(1)} ms while images are copied`)
    note(
      `of processors: ${copying.service.toFixed(2)} the service and its decoder, ${copying.database.toFixed(2)} the database`,
    )
    note(`${queued} images in the queue after it`)
    note(`memory: the service ${base} MB before, ${copying.server} MB then, and ${copying.decoder} MB for decoding`)
    const firstError = alone.firstError ?? meanwhile.firstError
    if (firstError) note(firstError)
    return {
      perSecond: copying.perSecond,
      processors: copying.service + copying.database,
      p50: meanwhile.p50,
      p99: meanwhile.p99,
      errors: alone.errors + meanwhile.errors,
      memory: Math.max(0, copying.server - base) + copying.decoder,
      growth: meanwhile.p99 / alone.p99,
    }
  },
}

/** Sends products in batches, with the URL of an image each where there is one. */
async function sync(server: BenchServer, key: string, rows: number, imageUrl?: (i: number) => string): Promise<void> {
  for (let first = 0; first < rows; first += BATCH) {
    const batch = products(first, BATCH).map((row, i) => ({
      ...row,
      ...(imageUrl && { imageUrl: imageUrl(first + i) }),
    }))
    const { status, text } = await server.request('/products', {
      key,
      method: 'PUT',
      body: JSON.stringify({ products: batch }),
    })
    if (status !== 200) throw new Error(text)
  }
}

/** What a sync leaves to autovacuum is no part of copying. */
async function vacuum({ config }: BenchDatabase): Promise<void> {
  if (config.engine === 'embedded') return
  const store = await openStore(config)
  await store.runScript('vacuum analyze')
  await store.runScript('checkpoint')
  await store.close()
}

/** Each URL has its own picture: bytes behind its end make it another one. */
async function servePictures(host: ImageHost, rows: number): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const pictures = await Promise.all(
    PICTURES.map((size) =>
      sharp({ create: { ...size, channels: 3, background: '#999', noise } })
        .jpeg()
        .toBuffer(),
    ),
  )
  for (let i = 0; i < rows; i++) {
    host.put(`/${i}.jpg`, (_request, response) => {
      response.end(Buffer.concat([pictures[i % pictures.length]!, Buffer.from(String(i))]))
    })
  }
}

function read({ port }: BenchServer, key: string, rows: number, seconds: number): Promise<Load> {
  let i = 0
  const next = () => {
    const { sku } = product((i++ * 7) % rows)
    return readRequest(key, `/products?q=${encodeURIComponent(sku)}`)
  }
  return load(port, next, { connections: READERS, seconds })
}

/** What copying costs while nothing else is done; MB of memory at most. */
async function watch({ pid }: BenchServer, database: BenchDatabase, host: ImageHost, seconds: number) {
  const cpu = familyCpuSeconds(pid) ?? 0
  const databaseCpu = database.cpuSeconds() ?? 0
  const fetched = host.requests.length
  const began = performance.now()
  let [server, decoder] = [0, 0]
  while (performance.now() - began < seconds * 1000) {
    await setTimeout(SAMPLE_EVERY_MS)
    server = Math.max(server, residentMemory(pid) ?? 0)
    decoder = Math.max(decoder, ...childrenOf(pid).map((child) => residentMemory(child) ?? 0))
  }
  const took = (performance.now() - began) / 1000
  return {
    server,
    decoder,
    service: ((familyCpuSeconds(pid) ?? 0) - cpu) / took,
    database: ((database.cpuSeconds() ?? 0) - databaseCpu) / took,
    perSecond: (host.requests.length - fetched) / took,
  }
}

import { setTimeout } from 'node:timers/promises'
import type { MeasuredServer } from './measured-server.ts'

/** Reads at a time, and how long each reader rests after one, in milliseconds: as a small shop does. */
const READERS = 2
const REST_MS = 5

export type Latencies = { count: number; p50: number; p99: number }

/**
 * Does something expensive while another workspace reads, and tells how long its reads took, in milliseconds. Throws
 * where one is answered with anything but 200.
 */
export async function besideReads<T>(measured: MeasuredServer, work: () => Promise<T>): Promise<[T, Latencies]> {
  const { productId } = measured.stocked.neighbour
  const paths = [
    '/products?limit=50',
    '/products?q=plate',
    `/products/${productId}?qty=1`,
    '/prices?customer=QUAY&sku=PLATE-1',
    '/workspace?',
  ]
  const taken: number[] = []
  const over = new AbortController()
  const reader = async (first: number) => {
    for (let i = first; !over.signal.aborted || i < paths.length; i += READERS) {
      taken.push(await timedRead(measured, paths[i % paths.length]!))
      await setTimeout(REST_MS)
    }
  }
  const reading = Promise.all(Array.from({ length: READERS }, (_, first) => reader(first)))
  // Where the work fails, too, that is what is told.
  reading.catch(() => {})
  const done = await work().finally(() => over.abort())
  await reading
  return [done, latencies(taken)]
}

let reads = 0

async function timedRead({ server, stocked }: MeasuredServer, path: string): Promise<number> {
  const began = performance.now()
  // Each path is a new one: none is answered from memory.
  const response = await fetch(`${server.url}/api/v1${path}&read=${++reads}`, {
    headers: { authorization: `Bearer ${stocked.neighbour.key}` },
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`The neighbour's GET ${path} was answered ${response.status}: ${text}`)
  return performance.now() - began
}

function latencies(taken: number[]): Latencies {
  const sorted = taken.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { count: sorted.length, p50: at(0.5), p99: at(0.99) }
}

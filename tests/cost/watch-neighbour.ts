/**
 * A separate process that asks at a rate that does not heed the answers: what the attacker's side does delays nothing.
 */
import { get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { processorMs } from './processor-time.ts'

/** An answer that takes longer than `lateMs` counts as none, whatever the machine had to do: the service waited. */
export type Watch = { url: string; key: string; productId: string; ms: number; lateMs: number; processes: number[] }
/**
 * How long answers took, in milliseconds from when they were due: or how much time of the processors the service took
 * until then, if that is less. Other processes of the machine then had the rest.
 */
export type Watched = { reads: number[]; health: number[]; refused: number }

/** Between two reads, and between two questions to `/healthz`, in milliseconds. */
const EVERY_MS = 40

let asked = 0

async function watch({ url, key, productId, ms, lateMs, processes }: Watch): Promise<Watched> {
  const paths = [
    '/products?limit=50',
    '/products?q=plate',
    `/products/${productId}?qty=1`,
    '/prices?customer=QUAY&sku=PL-1',
    '/workspace?',
  ]
  const headers = { authorization: `Bearer ${key}` }
  const watched: Watched = { reads: [], health: [], refused: 0 }
  const ask = async (path: string, taken: number[]) => {
    const [due, worked] = [performance.now(), processorMs(processes)]
    const status = await statusOf(`${url}${path}`, headers)
    const tookMs = performance.now() - due
    taken.push(processes.length > 0 ? Math.min(tookMs, processorMs(processes) - worked) : tookMs)
    if (status !== 200 || tookMs > lateMs) watched.refused++
  }
  const asking: Promise<void>[] = []
  const began = performance.now()
  for (let due = 0; due < ms; due += EVERY_MS) {
    await setTimeout(Math.max(0, began + due - performance.now()))
    asking.push(
      ask(`/api/v1${paths[++asked % paths.length]}&read=${asked}`, watched.reads),
      ask('/healthz', watched.health),
    )
  }
  await Promise.all(asking)
  return watched
}

function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    get(url, { agent: false, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!))
    }).once('error', () => resolve(0))
  })
}

process.on('message', async (asked: Watch) => void process.send!(await watch(asked)))

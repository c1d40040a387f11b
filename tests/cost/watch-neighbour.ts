/** A process of its own that asks at a rate that does not heed the answers: what the attacker's side does delays nothing. */
import { get } from 'node:http'
import { setTimeout } from 'node:timers/promises'

export type Watch = { url: string; key: string; productId: string; ms: number }
/** How long answers took, in milliseconds from when they were due. */
export type Watched = { reads: number[]; health: number[]; refused: number }

/** Between two reads, and between two questions to `/healthz`, in milliseconds. */
const EVERY_MS = 20

let asked = 0

async function watch({ url, key, productId, ms }: Watch): Promise<Watched> {
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
    const due = performance.now()
    const status = await statusOf(`${url}${path}`, headers)
    taken.push(performance.now() - due)
    if (status !== 200) watched.refused++
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

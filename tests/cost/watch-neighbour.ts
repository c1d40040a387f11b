/** A separate process that asks at a rate that does not heed the answers: what the test itself does delays nothing. */
import { get } from 'node:http'
import { setTimeout } from 'node:timers/promises'

export type Watch = { url: string; key: string; productId: string; ms: number }
/** The p99, in milliseconds from when answers were due, and how many were no 200. */
export type Watched = { reads: number; health: number; failed: number }

/** Between two reads, and between two questions to `/healthz`, in milliseconds. */
const EVERY_MS = 40

let asked = 0

async function watch({ url, key, productId, ms }: Watch): Promise<Watched> {
  const paths = [
    '/products?limit=50',
    '/products?q=plate',
    `/products/${productId}?qty=1`,
    '/prices?customer=QUAY&sku=PL-1',
    '/workspace?',
  ]
  const [reads, health]: number[][] = [[], []]
  let failed = 0
  const ask = async (path: string, taken: number[]) => {
    const due = performance.now()
    if ((await statusOf(`${url}${path}`, { authorization: `Bearer ${key}` })) !== 200) failed++
    taken.push(performance.now() - due)
  }
  const asking: Promise<void>[] = []
  const began = performance.now()
  for (let due = 0; due < ms; due += EVERY_MS) {
    await setTimeout(Math.max(0, began + due - performance.now()))
    // Each path is another one: none is answered from memory.
    asking.push(ask(`/api/v1${paths[++asked % paths.length]}&read=${asked}`, reads!), ask('/healthz', health!))
  }
  await Promise.all(asking)
  return { reads: p99(reads!), health: p99(health!), failed }
}

function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    get(url, { agent: false, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!))
    }).once('error', () => resolve(0))
  })
}

function p99(taken: number[]): number {
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length * 0.99)]!
}

process.on('message', async (wanted: Watch) => void process.send!(await watch(wanted)))

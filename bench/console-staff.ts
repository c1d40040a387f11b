import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { cpuSeconds, residentMemory } from './process-usage.ts'
import type { BenchDatabase, BenchServer } from './server-under-load.ts'

const STAFF = 50
const SECONDS = 60
/** Between two clicks of one person, in milliseconds: everybody clicks about once a second. */
const PAUSE_MS = { min: 500, max: 1_500 }
/** Of a page that stays open: how often it asks whether something has changed, in seconds. */
const QUESTION_EVERY = 10
const QUESTIONS = 2_000

export type StaffOptions = {
  server: BenchServer
  database: BenchDatabase
  /** Of the console's API, without a path behind it. */
  address: string
  token: string
  /** How many products there are. */
  products: number
}

/** What a page asks for, at a place that hardly anybody has asked for before. */
function pagesOf(products: number): string[][] {
  const offset = () => 50 * randomInt(Math.max(1, Math.floor(products / 50)))
  return [
    [`/products?sort=name&offset=${offset()}`, '/products/count?sort=none'],
    [`/products?sort=sku&offset=${offset()}`, '/products/count?sort=none'],
    [`/products?sort=changed&direction=desc&offset=${offset()}`],
    ['/customers'],
    ['/orders'],
    ['/price-changes'],
    ['/activity'],
    ['/home'],
  ]
}

/** Prints what staff who click all the time cost, and what pages cost that only ask whether something has changed. */
export async function timeStaff(options: StaffOptions): Promise<void> {
  const { server } = options
  const before = residentMemory(server.pid)
  const ends = performance.now() + SECONDS * 1000
  const times: number[] = []
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, residentMemory(server.pid) ?? 0)), 500)
  const cpu = cpuOf(options)
  await Promise.all(Array.from({ length: STAFF }, () => click(options, ends, times)))
  clearInterval(watch)
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(0)
  console.log(
    `${STAFF} staff, a click a second each, ${SECONDS} s: ${sorted.length} requests, p50 ${at(0.5)}, p99 ${at(0.99)}`,
  )
  console.log(`memory of the service: ${before} MB before, ${most} MB at most`)
  console.log(`processor time: ${((cpuOf(options) - cpu) / SECONDS).toFixed(2)} s a second, with the database`)
  await timeQuestions(options)
}

async function click(options: StaffOptions, ends: number, times: number[]): Promise<void> {
  while (performance.now() < ends) {
    const pages = pagesOf(options.products)
    const started = performance.now()
    await Promise.all(
      pages[randomInt(pages.length)]!.map(async (path) => {
        await ask(options, path)
        times.push(performance.now() - started)
      }),
    )
    await setTimeout(randomInt(PAUSE_MS.min, PAUSE_MS.max))
  }
}

async function timeQuestions(options: StaffOptions): Promise<void> {
  const tag = (await ask(options, '/orders')).headers.get('etag')!
  const cpu = cpuOf(options)
  for (let i = 0; i < QUESTIONS; i++) {
    const { status } = await ask(options, '/orders', { 'if-none-match': tag })
    if (status !== 304) throw new Error(`A question was answered with ${status}.`)
  }
  const each = (cpuOf(options) - cpu) / QUESTIONS
  const share = (100 * STAFF * each) / QUESTION_EVERY
  console.log(`a question without news: ${(1000 * each).toFixed(2)} ms of a processor, with the database`)
  console.log(`${STAFF} open pages that ask each ${QUESTION_EVERY} s: ${share.toFixed(2)}% of a processor`)
}

async function ask({ address, token }: StaffOptions, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${address}${path}`, { headers: { ...headers, cookie: `session=${token}` } })
  await response.arrayBuffer()
  if (response.status >= 400) throw new Error(`${path}: ${response.status}`)
  return response
}

function cpuOf({ server, database }: StaffOptions): number {
  return (cpuSeconds(server.pid) ?? 0) + (database.cpuSeconds() ?? 0)
}

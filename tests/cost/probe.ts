/**
 * Preloaded into a server under test: answers at a Unix socket what the process has cost since it was last asked to
 * begin anew. It needs `--expose-gc`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import { DefaultQueryExecutor } from 'kysely'
import type { QueryResult } from 'kysely'
import type { Question, Reading } from './reading.ts'

/** How often the event loop is looked at, in milliseconds. */
const TICK_MS = 2
/** Longer than it takes until a stall that is over has been seen, in milliseconds. */
const SETTLED_MS = 10
/** The first slice of customers with their hashes: only an assessment of a price change reads these. */
const ASSESSMENT = /hash_record_extended\(row\(id, group_id\).* and true and true order by/s

const counted = { statements: 0, rowsRead: 0, rowsWritten: 0, assessments: 0 }
let workspaceId = ''
let memoryBefore = 0
let [lookedAt, longest] = [0, 0]

const execute = DefaultQueryExecutor.prototype.executeQuery
DefaultQueryExecutor.prototype.executeQuery = async function <R>(
  this: DefaultQueryExecutor,
  ...[query, id]: Parameters<typeof execute>
) {
  const result = (await execute.call(this, query, id)) as QueryResult<R>
  if (query.parameters.includes(workspaceId)) {
    counted.statements++
    counted.rowsRead += result.rows.length
    counted.rowsWritten += Number(result.numAffectedRows ?? 0)
    if (ASSESSMENT.test(query.sql)) counted.assessments++
  }
  return result
}

/**
 * Looks how long the thread worked since it last looked: between two turns of the event loop it worked for one of them.
 * In time of the processor, as a thread that waits for one while other processes have it has done nothing.
 */
function tick(): void {
  const now = workedMs()
  longest = Math.max(longest, now - lookedAt)
  lookedAt = now
  globalThis.setTimeout(tick, TICK_MS).unref()
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

async function beginAnew(): Promise<void> {
  global.gc!()
  await setTimeout(SETTLED_MS)
  memoryBefore = process.memoryUsage.rss()
  resetPeak()
  Object.assign(counted, { statements: 0, rowsRead: 0, rowsWritten: 0, assessments: 0 })
  longest = 0
}

async function read(): Promise<Reading> {
  await setTimeout(SETTLED_MS)
  const peak = peakMemory()
  return {
    ...counted,
    stallMs: longest,
    memoryBytes: peak === undefined ? undefined : Math.max(0, peak - memoryBefore),
  }
}

/** Milliseconds that a fixed piece of work takes of the processor: the middle one of five times. */
function yardstick(): number {
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ sku: `SKU-${i}`, name: 'plate', listPrice: i }))
  const times = Array.from({ length: 5 }, () => {
    const began = workedMs()
    JSON.parse(JSON.stringify(rows))
    return workedMs() - began
  })
  return times.toSorted((a, b) => a - b)[2]!
}

/** The most memory that the process has held, in bytes, since it was reset. Linux alone can tell. */
function peakMemory(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

function resetPeak(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5')
}

async function answer(question: Question): Promise<unknown> {
  if (question.ask === 'yardstick') return yardstick()
  if (question.ask === 'read') return read()
  workspaceId = question.workspaceId
  return beginAnew()
}

// Threads are preloaded with it, too.
if (isMainThread) {
  tick()
  createServer((socket) => {
    socket.unref()
    createInterface(socket).on('line', async (line) => {
      socket.end(`${JSON.stringify((await answer(JSON.parse(line))) ?? null)}\n`)
    })
  })
    .listen(process.env['COST_PROBE'])
    .unref()
}

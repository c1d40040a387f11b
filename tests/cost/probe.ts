/**
 * Preloaded into a server under test: answers at a Unix socket what the process has cost since it was last asked to
 * begin anew. It needs `--expose-gc`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { DefaultQueryExecutor } from 'kysely'
import type { QueryResult } from 'kysely'
import type { Question, Reading } from './reading.ts'

/** How often the event loop is looked at, in milliseconds. */
const RESOLUTION_MS = 2
/** Longer than it takes until a stall that is over has been seen, in milliseconds. */
const SETTLED_MS = 10
/** Only the statement that assesses a price change puts a field of this name together, which the contract names. */
const ASSESSMENT = 'payMore'

const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
const counted = { statements: 0, rowsRead: 0, rowsWritten: 0, assessments: 0 }
let workspaceId = ''
let memoryBefore = 0

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
    if (query.sql.includes(ASSESSMENT)) counted.assessments++
  }
  return result
}

async function beginAnew(): Promise<void> {
  global.gc!()
  await setTimeout(SETTLED_MS)
  memoryBefore = process.memoryUsage.rss()
  resetPeak()
  Object.assign(counted, { statements: 0, rowsRead: 0, rowsWritten: 0, assessments: 0 })
  loop.reset()
}

async function read(): Promise<Reading> {
  await setTimeout(SETTLED_MS)
  const peak = peakMemory()
  return {
    ...counted,
    stallMs: Math.max(0, loop.max / 1e6 - RESOLUTION_MS),
    memoryBytes: peak === undefined ? undefined : Math.max(0, peak - memoryBefore),
  }
}

/** Milliseconds of a fixed piece of work on this machine as busy as it is: the best of five. */
function yardstick(): number {
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ sku: `SKU-${i}`, name: 'plate', listPrice: i }))
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    JSON.parse(JSON.stringify(rows))
    return performance.now() - began
  })
  return Math.min(...times)
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

loop.enable()
createServer((socket) => {
  socket.unref()
  createInterface(socket).on('line', async (line) => {
    socket.end(`${JSON.stringify((await answer(JSON.parse(line))) ?? null)}\n`)
  })
})
  .listen(process.env['COST_PROBE'])
  .unref()

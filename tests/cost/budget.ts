import { inject } from 'vitest'
import type { Latencies } from './neighbour.ts'
import type { Reading } from './reading.ts'

/** What some requests cost. */
export type Cost = Reading & {
  requests: number
  /** With which they were answered. */
  statuses: number[]
  /** Bytes of the requests, heads and bodies. */
  sentBytes: number
  /** By how much tables and indexes grew. */
  storedBytes: number
  /** Of the process, at the time: see `Probe`. */
  yardstickMs: number
  /** Of another workspace's reads meanwhile, in milliseconds. */
  reads: Latencies
}

export type Overrun = { what: keyof Reading | 'storedBytes'; spent: number; budget: number }

const MB = 1_048_576

/**
 * How long the event loop may stand still, in yardsticks, of which each is 5 to 15 ms. What the process does by itself
 * takes up to 55 for a legal call: to read it, check it, and cut it into words. The embedded database works in the
 * same thread, where the longest statement of the largest call counts too, and takes 150, or 250 the first time.
 */
const STALL = { process: 80, withDatabase: 300 }

/** Beyond what a request of any size may take: pages, whole lists, and what the database makes room for at once. */
const FREE = { rowsRead: 500, rowsWritten: 100, storedBytes: 16 * MB, memoryBytes: 96 * MB }

/**
 * For each byte that is sent. A row of a call names 200 recipients at most, with one e-mail if they share it: 200 rows
 * from 75 bytes. The largest calls are told in some dozens of bytes a value, and take ten times their size in memory.
 */
const PER_BYTE = { rowsRead: 0.1, rowsWritten: 4, storedBytes: 40, memoryBytes: 12 }

/** However many ask for the same at once; one may come too late for the first, and be too early for what it leaves. */
const ASSESSMENTS = 2

/** What cost more than it may: the bounds follow from what was sent, never from what is stored. */
export function overruns(cost: Cost): Overrun[] {
  const allowed = (what: keyof typeof FREE) => FREE[what] * cost.requests + PER_BYTE[what] * cost.sentBytes
  const budgets: [Overrun['what'], number | undefined, number][] = [
    ['rowsRead', cost.rowsRead, allowed('rowsRead')],
    ['rowsWritten', cost.rowsWritten, allowed('rowsWritten')],
    ['storedBytes', cost.storedBytes, allowed('storedBytes')],
    ['memoryBytes', cost.memoryBytes, allowed('memoryBytes')],
    ['stallMs', cost.stallMs, stallAllowed(cost)],
    ['assessments', cost.assessments, ASSESSMENTS],
  ]
  return budgets.flatMap(([what, spent, budget]) =>
    spent !== undefined && spent > budget ? [{ what, spent: Math.round(spent), budget: Math.round(budget) }] : [],
  )
}

function stallAllowed({ statements, yardstickMs }: Cost): number {
  const inProcess = inject('engine').name === 'pglite' && statements > 0
  return (inProcess ? STALL.withDatabase : STALL.process) * yardstickMs
}

/** Counted, not measured: the same each time. */
const EXACT = new Set<Overrun['what']>(['rowsRead', 'rowsWritten', 'assessments'])

export function isExact({ what }: Overrun): boolean {
  return EXACT.has(what)
}

/** A cost in one line. */
export function describeCost(cost: Cost): string {
  return [
    `${cost.requests} requests answered with ${cost.statuses.join()}, ${megabytes(cost.sentBytes)} MB sent`,
    `stall ${cost.stallMs.toFixed(0)} ms (yardstick ${cost.yardstickMs.toFixed(1)})`,
    `memory +${megabytes(cost.memoryBytes)} MB`,
    `rows read ${cost.rowsRead}, written ${cost.rowsWritten}`,
    `stored +${megabytes(cost.storedBytes)} MB`,
    `assessed ${cost.assessments} times`,
    `${cost.reads.count} reads beside: p50 ${cost.reads.p50.toFixed(0)}, p99 ${cost.reads.p99.toFixed(0)} ms`,
  ].join('; ')
}

function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? '?' : (bytes / MB).toFixed(1)
}
